// The sensor: a recording in flash, RECORDING being the file that `motionq dataset counts` wrote, over and over again.
__asm__(".pushsection .rodata.recording, \"a\"\n"
        ".balign 4\n"
        ".global recording_begin, recording_end\n"
        "recording_begin:\n"
        ".incbin \"" RECORDING "\"\n"
        "recording_end:\n"
        ".popsection\n");
