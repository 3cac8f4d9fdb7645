#!/bin/sh
# The layout of all Swift files.
set -eu
echo "Checking the format …"
exec "${1:-swift}" format lint --strict --recursive --parallel Package.swift Sources Tests firmware-protocol/swift
