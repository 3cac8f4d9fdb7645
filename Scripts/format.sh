#!/bin/sh
# The layout of Swift, of C and of prose: format.sh SWIFT checks it, format.sh SWIFT --apply lays code out.
#
# Swift is laid out by its own formatter (.swift-format), C, C++ and sketches by clang-format (.clang-format). Neither breaks a comment, and
# nothing lays Markdown out: no line of those has more than 132 characters, and a person sees to it.
set -eu
cd "$(dirname "$0")/.."
swift=${1:-swift}
swift_places="Package.swift Sources Tests Examples firmware-protocol/swift"

# Other versions lay some lines out otherwise, so it is always this one.
clang_format=""
find_clang_format() {
    for name in clang-format-14 clang-format; do
        if command -v "$name" >/dev/null 2>&1 && "$name" --version | grep -q 'version 14\.'; then clang_format=$name; fi
    done
}
find_clang_format
if [ -z "$clang_format" ]; then
    if ! sh Scripts/install.sh clang-format-14; then
        echo "clang-format 14 is needed to check the layout of C; it also comes with pip3 install clang-format==14.0.6" >&2
        exit 69
    fi
    find_clang_format
fi
c_files() {
    find Sources Tests firmware-protocol -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.ino' \)
}

if [ "${2:-}" = --apply ]; then
    "$swift" format --in-place --recursive $swift_places
    c_files | xargs "$clang_format" -i
    exit 0
fi
echo "Checking the format …"
"$swift" format lint --strict --recursive --parallel $swift_places
c_files | xargs "$clang_format" --dry-run --Werror
# The tables of nodes are normative, and no byte of their files changes.
{
    c_files
    find $swift_places -name .build -prune -o -type f -name '*.swift' ! -name '*+Nodes.swift' -print
    find . -name '.?*' -prune -o -type f -name '*.md' -print
} | LC_ALL=C xargs awk -f Scripts/width.awk
