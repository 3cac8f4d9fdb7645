#!/bin/sh
# The page in Debian's Chromium, without a window: page.sh SWIFT runs what needs it; page.sh SWIFT FOLDER also keeps pictures there.
set -eu
swift=$1
if ! command -v chromedriver >/dev/null 2>&1; then sh Scripts/install.sh chromium chromium-driver; fi
if [ -n "${2:-}" ]; then
    MOTIONQ_PICTURES=$(cd "$2" && pwd)
    export MOTIONQ_PICTURES
fi
export MOTIONQ_BROWSER=1
bin=$("$swift" build -c release --show-bin-path)
exec "$bin/MotionQ15PackageTests.xctest" --testing-library swift-testing --filter "^PageInBrowserTests[./(]"
