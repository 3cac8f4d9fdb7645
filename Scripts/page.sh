#!/bin/sh
# The page in Debian's Chromium, without a window: page.sh SWIFT runs what needs it; page.sh SWIFT FOLDER also keeps pictures there.
set -eu
swift=$1
if ! command -v chromedriver >/dev/null 2>&1; then sh Scripts/install.sh chromium chromium-driver; fi
# The rules of accessibility as a script, out of the Python package that carries them; without it their tests are skipped.
axe=.build/axe
if [ ! -e "$axe/axe_core_python/axe.min.js" ] && command -v pip >/dev/null 2>&1 && command -v unzip >/dev/null 2>&1; then
    mkdir -p "$axe"
    if pip download --quiet --no-deps --dest "$axe" axe-core-python==0.1.0; then unzip -oq "$axe"/axe_core_python-*.whl -d "$axe"; fi
fi
if [ -e "$axe/axe_core_python/axe.min.js" ]; then
    MOTIONQ_AXE=$PWD/$axe/axe_core_python/axe.min.js
    export MOTIONQ_AXE
fi
if [ -n "${2:-}" ]; then
    MOTIONQ_PICTURES=$(cd "$2" && pwd)
    export MOTIONQ_PICTURES
fi
export MOTIONQ_BROWSER=1
bin=$("$swift" build -c release --show-bin-path)
suites=PageInBrowserTests
if [ -n "${MOTIONQ_PAGE_SAMPLES:-}${MOTIONQ_PAGE_MINUTES:-}" ]; then suites=PageInBrowserTests.PageBench; fi
exec "$bin/MotionQ15PackageTests.xctest" --testing-library swift-testing --filter "^$suites[./(]"
