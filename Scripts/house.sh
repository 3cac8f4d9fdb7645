#!/bin/sh
# The modules of Sources: house.sh modules prints the name and folder of each; house.sh alone counts them, their imports and floors.
#
# A module stands in the folder of its family; the front door and the command stand by themselves. The figures are those that
# docs/ARCHITECTURE.md tells, which its tests count in their own way. 1 if a module imports itself by way of others.
set -eu

modules() {
    for folder in Sources/*/; do
        case $folder in
            Sources/MotionQ15/ | Sources/motionq/) echo "$(basename "$folder") ${folder%/}" ;;
            *) for module in "$folder"*/; do echo "$(basename "$module") ${module%/}"; done ;;
        esac
    done
}
if [ "${1:-}" = modules ]; then modules; exit; fi

modules | while read -r module folder; do
    echo "module $module"
    find "$folder" -name '*.swift' -exec sed -nE 's/^((@[a-zA-Z_]+|public|package|internal|private) )*import ([A-Za-z0-9_]+)$/\3/p' {} + | sort -u |
        sed "s/^/import $module /"
done | awk -v entries="$(find Sources -mindepth 1 -maxdepth 1 | wc -l)" \
    -v lines="$(find Sources/motionq -name '*.swift' -exec cat {} + | wc -l)" '
    $1 == "module" { modules++; known[$2] = 1 }
    $1 == "import" { from[++pairs] = $2; to[pairs] = $3 }
    # The floor of a module, from those that it imports; -1 while it is being found.
    function floor_of(module,    i, floor, under) {
        if (module in floors) return floors[module]
        floors[module] = -1
        floor = 0
        for (i = 1; i <= pairs; i++) {
            if (from[i] != module || !(to[i] in known)) continue
            under = floor_of(to[i])
            if (under == -1) { print module " imports " to[i] ", which imports it by way of others"; failed = 1 }
            if (under > floor) floor = under
        }
        return floors[module] = floor + 1
    }
    END {
        for (i = 1; i <= pairs; i++) {
            if (!(to[i] in known) || from[i] == to[i]) continue
            imports++
            if (from[i] == "motionq") own++
        }
        for (module in known) if (floor_of(module) > highest) highest = floors[module]
        row = "%-44s %6s %6s\n"
        printf row, "", "before", "now"
        printf row, "entries of Sources", 52, entries
        printf row, "modules", 52, modules
        printf row, "imports among them", 233, imports
        printf row, "floors", 8, highest
        printf row, "lines of motionq", 10893, lines
        printf row, "modules that motionq imports", 35, own
        exit failed
    }'
