#!/bin/sh
# The documentation of MotionQ15 and MotionQCore, which must compile without a warning: docs.sh SWIFT. Into .build/docs.
#
# From the modules that examples.sh has built, by the compiler's own tools: no package has to be fetched and built for it.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
modules=.build/examples/debug/Modules
core=Channels,Decision,FixedPoint,LSTMEngine,Recognition,Windows,WireProtocol
echo "Compiling the documentation …"
target=$("$toolchain/swiftc" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)

# document MODULE FLAGS…: its own symbols, and with a flag those that it re-exports.
document() {
    module=$1
    shift
    symbols=.build/docs/$module.symbols
    rm -rf "$symbols"
    mkdir -p "$symbols"
    set -- "$@" -I Sources/Core/CMotionCore/include
    for library in CLibYAML CZlib CLibSerialPort; do set -- "$@" -Xcc "-fmodule-map-file=Sources/$library/module.modulemap"; done
    "$toolchain/swift-symbolgraph-extract" -module-name "$module" -I "$modules" -target "$target" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$symbols" "$@"
    "$toolchain/docc" convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$symbols" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors \
        --output-path ".build/docs/$module.doccarchive"
}
document MotionQ15
document MotionQCore "-experimental-allowed-reexported-modules=$core"
