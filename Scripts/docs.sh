#!/bin/sh
# The documentation of MotionQ15 and of the device core, which must compile without a warning but one: docs.sh SWIFT. Into .build/docs.
#
# From the modules that the tests were built with, by the compiler's own tools: no package has to be fetched and built for it.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
modules=$("${1:-swift}" build -c release --show-bin-path)/Modules
echo "Compiling the manual …"
target=$("$toolchain/swiftc" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)

# document MODULE FOLDER
document() {
    module=$1
    folder=$2
    symbols=.build/docs/$module.symbols
    rm -rf "$symbols"
    mkdir -p "$symbols"
    set -- -I Sources/Core/CMotionCore/include
    for library in CLibYAML CZlib CLibSerialPort; do set -- "$@" -Xcc "-fmodule-map-file=Sources/Base/$library/module.modulemap"; done
    # The front door's pages describe recognition, too, which it re-exports.
    "$toolchain/swift-symbolgraph-extract" -module-name "$module" -I "$modules" -target "$target" \
        -experimental-allowed-reexported-modules=MotionRecognition \
        -minimum-access-level public -skip-synthesized-members -output-dir "$symbols" "$@"
    # A list of parameters may leave out those whose names say everything; whatever else docc warns of is a fault.
    "$toolchain/docc" convert "$folder/$module.docc" --additional-symbol-graph-dir "$symbols" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path ".build/docs/$module.doccarchive" >"$symbols/log" 2>&1 || { cat "$symbols/log" >&2; exit 1; }
    if grep -E '^(warning|error): ' "$symbols/log" | grep -v ' is missing documentation$'; then
        cat "$symbols/log" >&2
        exit 1
    fi
}
document MotionQ15 Sources/MotionQ15
document MotionCore Sources/Core/MotionCore
echo "The manual compiles: the pages of MotionQ15 and of MotionCore."
