#!/bin/sh
# Pictures of the page for docs, made by its tests in a browser: page-pictures.sh SWIFT
set -eu
if [ ! -x /usr/bin/convert ]; then sh Scripts/install.sh imagemagick; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
sh Scripts/page.sh "$1" "$work"
# Few colours are enough, and half the bytes.
/usr/bin/convert -delay 50 "$work"/film-*.png -resize 720x -colors 48 -layers optimize -loop 0 docs/page.gif
for name in choose teach-phone recognise mark page-dark; do
    /usr/bin/convert "$work/$name.png" -colors 96 "PNG8:docs/page-$name.png"
done
ls -l docs/page.gif docs/page-*.png
