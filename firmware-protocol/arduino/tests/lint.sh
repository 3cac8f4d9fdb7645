#!/bin/sh
# Holds an assembled library to the rules by which Arduino's Library Manager takes one in, as its library specification (rev. 2.2)
# and arduino-lint have them, of which the latter is in no package: lint.sh LIBRARY [--submit]
#
# With --submit also to what only a release needs: the project's address.
set -eu
library=${1%/}
submit=${2:-}
properties="$library/library.properties"
broken=0
say() {
    echo "lint.sh: $1" >&2
    broken=$((broken + 1))
}
# rule SENTENCE COMMAND…: the command holds, or the sentence is said.
rule() {
    sentence=$1
    shift
    "$@" >/dev/null 2>&1 || say "$sentence"
}
no() { ! "$@"; }
value() { sed -n "s/^$1=//p" "$properties"; }
matches() { printf '%s\n' "$1" | grep -Eq "$2"; }
none_like() { [ -z "$(find "$library" "$@")" ]; }

rule "there is no library.properties" [ -e "$properties" ]
rule "a line of library.properties is no field" no grep -Evq '^([a-z_]+=.*|#.*|)$' "$properties"
for field in name version author maintainer sentence paragraph category url architectures; do
    rule "library.properties has no $field" [ -n "$(value $field)" ]
    rule "$field has a blank at an end" no matches "$(value $field)" '^ | $'
    rule "library.properties has $field twice" [ "$(grep -c "^$field=" "$properties")" = 1 ]
done
name=$(value name)
rule "the name is longer than 63 characters or has one that it may not have" matches "$name" '^[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}$'
rule "only Arduino's own libraries have names that begin with Arduino" no matches "$name" '^[Aa][Rr][Dd][Uu][Ii][Nn][Oo]'
rule "the name has Arduino in it" no matches "$name" '[Aa][Rr][Dd][Uu][Ii][Nn][Oo]'
rule "the version is not one of semantic versioning" matches "$(value version)" \
    '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$'
rule "the paragraph repeats the sentence" no matches "$(value paragraph)" "^$(value sentence | sed 's/[.[*^$()+?{|\\]/\\&/g')"
rule "the category is none of Arduino's" matches "$(value category)" \
    '^(Display|Communication|Signal Input/Output|Sensors|Device Control|Timing|Data Storage|Data Processing|Other)$'
rule "the url is no address" matches "$(value url)" '^https?://[A-Za-z0-9.-]+\.[a-z]+(/[^ ]*)?$'
if [ "$submit" = --submit ]; then
    rule "the url leads nowhere yet: put the project's address into library.properties" no matches "$(value url)" '\.invalid(/|$)'
fi
rule "architectures names an architecture that nothing here was written for" matches "$(value architectures)" \
    '^(avr|sam|samd|mbed|mbed_[a-z0-9]+|rp2040|esp32)(,(avr|sam|samd|mbed|mbed_[a-z0-9]+|rp2040|esp32))*$'
for header in $(value includes | tr ',' ' '); do rule "there is no $header" [ -e "$library/src/$header" ]; done

rule "the folder is not named as the library" [ "$(basename "$library")" = "$name" ]
rule "a symbolic link is in it" none_like -type l
rule "a file .development is in it" none_like -name .development
rule "a program is in it" none_like -name '*.exe'
rule "no header has the name of the library" [ -e "$library/src/$name.h" ]
rule "a folder utility is in it" none_like -name utility
rule "there is no page about it" [ -e "$library/README.md" ]
rule "there is no licence" [ -e "$library/LICENSE" ]
rule "a name in it has a character that not every system takes" none_like -name '*[!A-Za-z0-9._-]*'
rule "two files differ in nothing but case" [ -z "$(find "$library" | tr A-Z a-z | sort | uniq -d)" ]

rule "there is no example" [ -n "$(find "$library/examples" -name '*.ino')" ]
for example in "$library"/examples/*; do
    rule "$(basename "$example") has no sketch of its own name" [ -e "$example/$(basename "$example").ino" ]
done
# What HELLO says of the version.
version_of() { sed -n 's/^#define MOTIONQ15_VERSION "\(.*\)"$/\1/p' "$library/src/MotionQ15Version.h"; }
rule "MotionQ15Version.h has another version than library.properties" [ "$(version_of)" = "$(value version)" ]
rule "name and version are longer than HELLO's 16 bytes" matches "$name $(value version)" '^.{1,16}$'
# In the repository also what Swift's devices say.
swift="$(dirname "$0")/../../../Sources/Core/WireProtocol/LibraryVersion.swift"
if [ -e "$swift" ]; then
    rule "LibraryVersion.swift tells another name or version" grep -q "{ \"$name $(value version)\" }" "$swift"
    rule "LibraryVersion.swift has another number" grep -q "{ \"$(value version)\" }" "$swift"
fi
# Which words the editor colours: a tab between columns, one of its kinds, and a word that the library still has.
rule "keywords.txt has a line that is none" no grep -Evq '^(#.*|[A-Za-z0-9_]+	(KEYWORD[12]|LITERAL1))?$' "$library/keywords.txt"
for word in $(sed -n 's/^\([A-Za-z0-9_]*\)	.*/\1/p' "$library/keywords.txt"); do
    rule "keywords.txt has $word, and the library has not" grep -qw "$word" "$library"/src/*.h
done
if [ "$broken" -gt 0 ]; then
    echo "lint.sh: $broken rules are broken" >&2
    exit 1
fi
echo "lint.sh: $name keeps the rules of Arduino's Library Manager"
