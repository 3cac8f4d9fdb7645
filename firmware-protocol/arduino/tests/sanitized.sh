# What ports.sh and store.sh share, who stand in the repository's root: `$libraries`, and programs under the same sanitizers.
build=${BUILD:-.build/c}
sanitized=$build/sanitized
tests=firmware-protocol/arduino/tests
source=firmware-protocol/arduino/src
cc=${CC:-$(command -v gcc || command -v clang)}
cxx=${CXX:-$(command -v g++ || command -v clang++)}
libraries="$sanitized/arduino.a $sanitized/c.a"

# make_objects OBJECT…: those of objects.mk, and the libraries. Whatever make it was that called has no say here.
make_objects() {
    MAKEFLAGS= make -sj2 -f firmware-protocol/objects.mk CC="$cc" CXX="$cxx" BUILD="$build" $libraries "$@"
}
# compile ARGUMENT…: for a core of its own, or links.
compile() {
    $cxx -std=gnu++11 "$@" -O1 -g1 -Wall -Wextra -Werror -fsanitize=undefined,address -fno-sanitize-recover=all \
        -I"$tests" -I"$tests/standin" -I"$source" -Ifirmware-protocol/c/include -Ifirmware-protocol/c/src \
        -Ifirmware-protocol/inference/include -ISources/Core/CMotionCore/include
}
