# For embedded.sh and debug.sh, which read it in: `compile_core FLAGS…` compiles the device core into $out, module by module in flow order.
set -eu
toolchain=$(cd "$(dirname "$(command -v "${1:-swift}c")")" && pwd)
root=$PWD
core="FixedPoint Channels Windows Decision WireProtocol LSTMEngine Recognition"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

compile_core() {
    for module in $core; do
        (cd "$out" && find "$root/Sources/$module" -name "*.swift" -exec "$toolchain/swiftc" "$@" -parse-as-library -package-name motionq15 \
            -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
            -enable-upcoming-feature MemberImportVisibility -warnings-as-errors \
            -I "$out" -I "$root/Sources/CKernels/include" \
            -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -c {} +)
    done
}
