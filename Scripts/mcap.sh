#!/bin/sh
# MCAP files against the libraries of those who made the format: mcap.sh MOTIONQ
#
# PyPI's mcap and mcap-ros2-support, in an environment of their own below .build, read what motionq wrote, and write what motionq
# reads; every number must be the same to the last bit.
set -eu
motionq=$1
place=.build/mcap
mkdir -p "$place"
if ! "$place/python/bin/python" -c 'import mcap.reader, mcap_ros2.reader' >/dev/null 2>&1; then
    echo "Installing mcap and mcap-ros2-support into $place/python (pip) …"
    if ! python3 -m venv "$place/python" >/dev/null 2>&1; then
        sh Scripts/install.sh python3 python3-venv
        python3 -m venv --clear "$place/python"
    fi
    "$place/python/bin/python" -m pip install --quiet --disable-pip-version-check 'mcap==1.6.0' 'mcap-ros2-support==0.6.0'
fi
rm -rf "$place/files"
mkdir "$place/files"
"$place/python/bin/python" Tests/Programs/MCAP/check.py "$motionq" "$place/files"
