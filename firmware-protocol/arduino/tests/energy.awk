# The model of what a battery lasts, recomputed from its inputs in docs/DEVICE.md, "On a battery": awk -f energy.awk docs/DEVICE.md
# prints the last table's rows as they should be, and fails if the page has others.
#
# average = sensor + awake * active + (1 - awake) * asleep, in each state; states add up by their shares of the time.
function clean(cell) {
    gsub(/^[ \t]+|[ \t]+$/, "", cell)
    return cell
}
function number(cell) {
    gsub(/[^0-9.]/, "", cell)
    return cell + 0
}
function least(a, b) { return a < b ? a : b }
function processor(chip, awake) { return awake * active[chip] + (1 - awake) * asleep[chip] }
# What a row should say of a chip and a sensor whose line is wired or polled.
function row(chip, sensor, line, compute, awake, always, between, doze, dozing, text) {
    compute = instructions[chip] * share["windows in flight"] * share["samples a second"] * share["cycles an instruction"]
    awake = least(1, share["loop and bus, " line] / 100 + compute / (megahertz[chip] * 1e6))
    always = streams[sensor] + active[chip]
    between = streams[sensor] + processor(chip, awake)
    dozing = watches[sensor] + processor(chip, share["awake while it dozes"] / 100)
    doze = share["moved"] / 100 * between + (1 - share["moved"] / 100) * dozing
    text = sprintf("| %s | %s, %s | %.0f %% | %.2f / %.2f / %.2f |", chip, sensor, line, awake * 100, always, between, doze)
    return text sprintf(" %.1f / %.1f / %.1f |", 100 / always / 24, 100 / between / 24, 100 / doze / 24)
}
BEGIN { FS = "|" }
/^## / { here = /^## On a battery/; cores = /^## Chip by chip/ }
!/^\|/ {
    table = ""
    next
}
# The instructions of a step are the C engine's of "Chip by chip", by the core.
cores && /^\| (Cortex|RISC)/ { measured[clean($2)] = number($6) }
!here || /^\|---/ { next }
/^\| sensor \|/ { table = "sensors"; next }
/^\| chip \| core/ { table = "chips"; next }
/^\| of the time/ { table = "shares"; next }
/^\| chip \| sensor/ { table = "results"; next }
table == "sensors" { streams[clean($2)] = number($3); watches[clean($2)] = number($4) }
table == "chips" {
    chip = clean($2)
    core[chip] = clean($3)
    megahertz[chip] = number($4)
    active[chip] = number($5)
    asleep[chip] = number($6)
}
table == "shares" { share[clean($2)] = number($3) }
table == "results" { told[++rows] = $0 }
END {
    for (chip in core) instructions[chip] = measured[core[chip]]
    for (i = 1; i <= rows; i++) {
        split(told[i], cells, "|")
        split(clean(cells[3]), parts, ", ")
        expected = row(clean(cells[2]), parts[1], parts[2])
        print expected
        if (expected != told[i]) wrong = 1
    }
    if (rows == 0 || wrong) {
        print "energy.awk: the table in docs/DEVICE.md is not what its inputs make of it; these rows are" > "/dev/stderr"
        exit 1
    }
}
