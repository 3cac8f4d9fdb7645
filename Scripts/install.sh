#!/bin/sh
# Installs Debian packages, as root or through sudo, and says which: install.sh PACKAGES…
set -eu
if ! command -v apt-get >/dev/null 2>&1; then
    echo "missing, and there is no apt-get; install what your system calls these: $*" >&2
    exit 69
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "missing; as root: apt-get install $*" >&2
        exit 69
    fi
    as_root=sudo
fi
echo "Installing $* (apt-get) …"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
