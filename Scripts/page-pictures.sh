#!/bin/sh
# Pictures of the page for docs, made by its tests in a browser: page-pictures.sh SWIFT
set -eu
if [ ! -x /usr/bin/convert ]; then sh Scripts/install.sh imagemagick; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
sh Scripts/page.sh "$1" "$work"
# Few colours are enough, and a third of the bytes.
/usr/bin/convert -delay 70 "$work"/film-*.png -resize 640x +dither -colors 24 -layers optimize -loop 0 docs/page.gif
/usr/bin/convert "$work/mark.png" -colors 64 PNG8:docs/page-mark.png
/usr/bin/convert "$work/recognise-phone.png" "$work/page-dark.png" -gravity north -background white +append -resize 1000x \
    -colors 64 PNG8:docs/page-views.png
/usr/bin/convert "$work/study.png" -resize 960x -colors 48 PNG8:docs/page-study.png
/usr/bin/convert "$work/dataset.png" -resize 960x -colors 48 PNG8:docs/page-dataset.png
ls -l docs/page.gif docs/page-*.png
