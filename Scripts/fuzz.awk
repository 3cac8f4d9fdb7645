# Of libFuzzer's -print_coverage=1 the functions of some places: awk -f fuzz.awk -v root=/…/ -v places=Sources/…,…
# The first line: edges reached of all, the share, functions reached of all; then the functions that were never reached, with their edges,
# and lines of the others on which some edge was not.
BEGIN {
    count = split(places, list, ",")
}
function place(file,    index_of) {
    if (index(file, root) != 1) return ""
    file = substr(file, length(root) + 1)
    # What writes reads nothing.
    if (file ~ /Writer|Writing|Exporter/) return ""
    for (index_of = 1; index_of <= count; index_of++) if (index(file, list[index_of]) == 1) return file
    return ""
}
/^(UN)?COVERED_FUNC: / {
    found = place($NF)
    if (found == "") next
    split($5, edges, "/")
    reached += edges[1]
    all += edges[2]
    functions_of_all++
    if ($1 == "UNCOVERED_FUNC:") never[++functions] = found " " edges[2] " " $6
}
/^  UNCOVERED_PC: / {
    found = place($NF)
    if (found != "" && found !~ /:0$/ && !(found in seen)) {
        seen[found] = 1
        missed[++lines] = found
    }
}
END {
    printf "%d/%d %d%% %d/%d\n", reached, all, all ? 100 * reached / all : 0, functions_of_all - functions, functions_of_all
    for (index_of = 1; index_of <= functions; index_of++) print "never", never[index_of]
    for (index_of = 1; index_of <= lines; index_of++) print "line", missed[index_of]
}
