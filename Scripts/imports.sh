#!/bin/sh
# Every module that a Swift file imports is one of whose names the file has: imports.sh
#
# The compiler finds a missing import (MemberImportVisibility); it says nothing about one too many. This reads what each module declares
# for others, and wants in the file a type, a function or a first label of the module, or a member that no other module in sight has. It knows no
# types: an import for the sake of such common members alone is excused in imports-needed.txt, once the compiler has asked for it. Of 75 imports
# of modules that were left over, as removing one after the other showed, this finds 59. It knows nothing of the system's modules, such as Foundation.
set -eu
list=$(mktemp)
trap 'rm -f "$list"' EXIT
find Sources Tests firmware-protocol/swift -name '*.swift' | sort >"$list"
echo "Checking that every module imported is used …"

# Module, and where what it declares for others stands.
modules() {
    sh Scripts/house.sh modules
    echo "TestSupport Tests/Support/TestSupport"
    echo "ContinueText Tests/Programs/ContinueText"
    echo "CPtyShim Tests/Support/CPtyShim/include"
    echo "CMotionQProtocol firmware-protocol/c/include"
    echo "CMotionQClassifier firmware-protocol/inference/include"
}

modules | while read -r module place; do
    find "$place" -name '*.swift' -exec echo "$module" {} \;
    find "$place" -path '*/include/*.h' -exec echo "$module" {} \;
done | awk -v list="$list" -v needed=Scripts/imports-needed.txt -f Scripts/imports.awk
