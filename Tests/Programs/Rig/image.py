"""The guest's kernel and its first file system: motionq with its libraries, busybox, the kernel's modules, and a script."""

import lzma
import pathlib
import re
import stat
import subprocess

HERE = pathlib.Path(__file__).parent
# What the guest needs beyond its kernel, but for what these need in turn.
MODULES = ["virtio_pci", "virtio_console", "xhci_pci", "ftdi_sio", "cdc_acm", "dummy_hcd", "usb_f_acm", "g_serial"]
# Loaded by the scene that needs it: it is the device that is plugged in.
LATER = "g_serial"
FOLDERS = ["bin", "dev", "etc", "files", "lib", "lib64", "modules", "proc", "sys", "tmp"]


def kernel(folder):
    """The kernel of a Debian package that is unpacked in a folder, itself unpacked: a guest that is emulated takes long for that.

    - Returns: its path, and the folder of its modules.
    """
    packed = next((folder / "boot").glob("vmlinuz-*"))
    modules = next((folder / "lib/modules").iterdir())
    unpacked = folder / f"{packed.name}.elf"
    if not unpacked.exists():
        contents = packed.read_bytes()
        begin = contents.index(b"\xfd7zXZ\x00")
        unpacked.write_bytes(lzma.LZMADecompressor().decompress(contents[begin:]))
    if unpacked.read_bytes()[:4] != b"\x7fELF":
        raise SystemExit(f"{packed}: its kernel is not packed as expected")
    return unpacked, modules


def in_order(modules):
    """The files of all modules, each after those that it needs, of which its own notes tell."""
    files = {path.stem.replace("-", "_"): path for path in modules.rglob("*.ko")}
    found = []

    def add(name):
        if files[name] in found:
            return
        needs = re.search(rb"\0depends=([^\0]*)", files[name].read_bytes())[1].decode()
        for other in filter(None, needs.split(",")):
            add(other.replace("-", "_"))
        found.append(files[name])

    for name in MODULES:
        add(name)
    return found


def libraries(program):
    """What a program is linked with, by the path at which it looks for it."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return {pathlib.Path(path) for path in re.findall(r"(/\S+) \(0x", listed)}


class Archive:
    """A cpio archive of the kind that Linux unpacks as its first file system."""

    def __init__(self):
        self.parts, self.count = [], 0

    def add(self, path, contents, mode):
        self.count += 1
        name = path.encode() + b"\0"
        fields = [self.count, mode, 0, 0, 1, 0, len(contents), 0, 0, 0, 0, len(name), 0]
        header = b"070701" + b"".join(b"%08X" % field for field in fields) + name
        self.parts += [header, bytes(-len(header) % 4), contents, bytes(-len(contents) % 4)]

    def folder(self, path):
        self.add(path, b"", stat.S_IFDIR | 0o755)

    def file(self, path, contents, runs=False):
        self.add(path, contents, stat.S_IFREG | (0o755 if runs else 0o644))

    def link(self, path, to):
        self.add(path, to.encode(), stat.S_IFLNK | 0o777)

    def console(self):
        """The first program's standard output."""
        self.count += 1
        header = b"070701" + b"".join(b"%08X" % f for f in [self.count, stat.S_IFCHR | 0o600, 0, 0, 1, 0, 0, 0, 0, 5, 1, 12, 0])
        name = b"dev/console\0"
        self.parts += [header + name, bytes(-len(header + name) % 4)]

    def write(self, path):
        self.add("TRAILER!!!", b"", 0)
        path.write_bytes(b"".join(self.parts))


def make(motionq, modules, inputs, scratch):
    """Makes the first file system.

    inputs: a folder of files that motionq reads in the guest, which are its working folder there
    """
    program = scratch / "motionq"
    subprocess.run(["strip", "-o", program, motionq], check=True)
    archive = Archive()
    for folder in FOLDERS:
        archive.folder(folder)
    archive.console()
    archive.file("bin/busybox", pathlib.Path("/bin/busybox").read_bytes(), runs=True)
    archive.link("bin/sh", "busybox")
    archive.file("etc/passwd", b"root:x:0:0::/tmp:/bin/sh\nnobody:x:65534:65534::/tmp:/bin/sh\n")
    archive.file("init", (HERE / "init.sh").read_bytes(), runs=True)
    archive.file("bin/motionq", program.read_bytes(), runs=True)
    for library in libraries(motionq):
        # Found in any of these folders, wherever this machine has them.
        archive.file(f"{'lib64' if library.name.startswith('ld-') else 'lib'}/{library.name}", library.read_bytes(), runs=True)
    order = in_order(modules)
    for module in order:
        archive.file(f"modules/{module.stem}", module.read_bytes())
    archive.file("modules/order", "".join(f"{module.stem}\n" for module in order if module.stem != LATER).encode())
    for path in sorted(inputs.iterdir()):
        archive.file(f"files/{path.name}", path.read_bytes())
    image = scratch / "initrd"
    archive.write(image)
    return image
