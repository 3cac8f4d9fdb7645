# For imports.sh: standard input has lines of a module and a file that declares something for it. `list` names a file of Swift files to check,
# `needed` one of imports that are known to be needed.

# A member that the standard library or Foundation has as well says nothing about an import.
BEGIN {
    count = split("count path text run name index values first last start end bytes value description isEmpty label labels data range append " \
        "add write read open close reset step samples id size time rate line lines code message kind type output input inputs send wait " \
        "status window shape folder errors remove next sum mean min max rows columns none zero load push sorted map", words, " ")
    for (i = 1; i <= count; i++) common["." words[i]] = 1
}

# How the names of the system's libraries begin: they are declared in the system's headers.
BEGIN {
    prefix["CLibSerialPort"] = "^(sp|SP)_"
    prefix["CLibYAML"] = "^(yaml|YAML)_"
    prefix["CZlib"] = "^(inflate|z_stream|Z_)"
}

{
    known[$1] = 1
    if ($2 ~ /\.h$/) read_header($1, $2)
    else read_swift($1, $2)
}

END {
    while ((getline line < needed) > 0) if (line !~ /^(#|$)/) excused[line] = 1
    while ((getline file < list) > 0) check(file)
    for (line in excused) {
        if (excused[line] == 2) continue
        print needed ": error: “" line "” need not be excused"
        failed = 1
    }
    if (!imports) {
        print "imports.awk: nothing to check" > "/dev/stderr"
        exit 1
    }
    exit failed
}

# MARK: What modules declare

function read_header(module, file,    line, words, count, i, field) {
    while ((getline line < file) > 0) {
        sub(/\/\/.*/, "", line)
        # A field, or a pointer to a function: after a dot.
        if (match(line, /[a-z][a-z0-9_]*(\[[^]]*\])?;/) || match(line, /[a-z][a-z0-9_]*\)\(/)) {
            field = substr(line, RSTART, RLENGTH)
            sub(/[^a-z0-9_].*/, "", field)
            declare(module, "." field)
        }
        gsub(/[^A-Za-z0-9_]+/, " ", line)
        count = split(line, words, " ")
        for (i = 1; i <= count; i++) if (words[i] ~ /_/) declare(module, words[i])
    }
    close(file)
}

# `cases` and `requirements` are the indents of the public enum and protocol that the line stands in, or −1.
function read_swift(module, file,    line, indent, cases, requirements, extended) {
    cases = requirements = -1
    while ((getline line < file) > 0) {
        sub(/\/\/.*/, "", line)
        gsub(/`/, "", line)
        match(line, /^ */)
        indent = RLENGTH
        if (substr(line, indent + 1, 1) == "}") {
            if (indent == cases) cases = -1
            if (indent == requirements) requirements = -1
            if (indent == 0) extended = 0
        }
        if (line ~ /^(package |public )?extension /) extended = 1
        if (line ~ /^(package|public) extension /) requirements = 0
        if (line ~ /(^|[ (])(package|public|open) /) {
            read_declaration(module, line, indent == 0)
            if (extended && match(line, /(package|public) init[?]?(<[^>]*>)?\([a-zA-Z]+/)) {
                sub(/.*init[?]?(<[^>]*>)?\(/, "", line)
                sub(/[^A-Za-z0-9].*/, "", line)
                declare(module, line ":")
            }
            if (line ~ / enum /) cases = indent
            if (line ~ / protocol /) requirements = indent
        } else if (cases == indent - 4 && line ~ /^ *(indirect )?case [a-zA-Z]/) {
            read_cases(module, line)
        } else if (requirements == indent - 4) {
            read_declaration(module, line, 0)
        }
    }
    close(file)
}

function read_declaration(module, line, is_global,    words, count, i) {
    gsub(/[^A-Za-z0-9_]+/, " ", line)
    count = split(line, words, " ")
    for (i = 1; i < count; i++) {
        if (words[i] ~ /^(struct|class|enum|protocol|actor|typealias|associatedtype|macro)$/ && words[i + 1] !~ /^(var|func|let)$/) {
            declare(module, words[i + 1])
            return
        }
        if (words[i] ~ /^(func|var|let)$/) {
            declare(module, (is_global ? "" : ".") words[i + 1])
            return
        }
    }
}

function read_cases(module, line,    names, count, i) {
    while (gsub(/\([^()]*\)/, "", line)) {}
    sub(/^ *(indirect )?case /, "", line)
    if (line ~ /:/) return
    count = split(line, names, ",")
    for (i = 1; i <= count; i++) {
        gsub(/=.*| /, "", names[i])
        sub(/\(.*/, "", names[i])
        declare(module, "." names[i])
    }
}

function declare(module, name) {
    if ((module, name) in declares) return
    declares[module, name] = 1
    owners[name] = owners[name] " " module
}

# MARK: What files use

function check(file,    line, module, i, wanted, count, place, names, seen, number) {
    split("", names)
    split("", seen)
    # A name that the file's own module declares does not come from another one.
    line = file
    sub(/^(Sources|Tests)\//, "", line)
    while (match(line, /^[^\/]+\//) && !(substr(line, 1, RLENGTH - 1) in known)) line = substr(line, RLENGTH + 1)
    sub(/\/.*/, "", line)
    seen[line] = 1
    count = number = 0
    while ((getline line < file) > 0) {
        number++
        sub(/\/\/.*/, "", line)
        if (line ~ /^ *(@[a-z]+ )?(public |package |internal |private )?import [A-Za-z_]+ *$/) {
            sub(/ *$/, "", line)
            sub(/.* /, "", line)
            if (line in known) {
                wanted[++count] = line
                place[count] = number
                seen[line] = 1
            }
        } else {
            collect(line, names)
        }
    }
    close(file)
    imports += count
    for (i = 1; i <= count; i++) {
        module = wanted[i]
        if (is_used(module, names, seen)) continue
        if ((file " " module) in excused) {
            excused[file " " module] = 2
            continue
        }
        printf "%s:%d: error: nothing of %s seems to be used; if the file does not compile without it: %s\n", file, place[i], module, needed
        failed = 1
    }
}

function is_used(module, names, seen,    name) {
    for (name in names) {
        if (module in prefix && name ~ prefix[module]) return 1
        if ((module, name) in declares && (name !~ /^\./ || is_telling(module, name, seen))) return 1
    }
    return 0
}

# Whether a member can come from no other module that the file sees.
function is_telling(module, name, seen,    others, count, i) {
    if (name in common) return 0
    count = split(owners[name], others, " ")
    for (i = 1; i <= count; i++) if (others[i] != module && others[i] in seen) return 0
    return 1
}

function collect(line, names,    words, count, i) {
    gsub(/[^A-Za-z0-9_.:]+/, " ", line)
    gsub(/\./, " .", line)
    gsub(/:/, ": ", line)
    count = split(line, words, " ")
    for (i = 1; i <= count; i++) {
        names[words[i]] = 1
        sub(/:$/, "", words[i])
        names[words[i]] = 1
        if (words[i] ~ /^\./) names[substr(words[i], 2)] = 1
    }
}
