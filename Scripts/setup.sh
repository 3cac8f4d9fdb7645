#!/bin/sh
# Installs what the build needs and the machine lacks. Says what it installs; says nothing if there is nothing to do.
set -eu

if ! command -v swift >/dev/null 2>&1; then
    echo "Swift 6.3 or later is needed and not on the PATH: https://www.swift.org/install" >&2
    exit 69
fi
if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libserialport zlib yaml-0.1; then
    exit 0
fi
if [ "$(uname)" = Darwin ]; then
    echo "libserialport, zlib, libyaml or pkg-config is missing: brew install libserialport zlib libyaml pkg-config" >&2
    exit 69
fi
sh Scripts/install.sh libserialport-dev zlib1g-dev libyaml-dev pkg-config
