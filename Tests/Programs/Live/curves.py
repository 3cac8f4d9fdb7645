"""Curves of a long run as a small SVG, one panel above another, on a card that stands on light and dark pages."""

from typing import NamedTuple

WIDTH, LEFT, RIGHT, PANEL, GAP, TOP = 760, 64, 24, 84, 40, 70
COLOURS = ("#0b6b6b", "#c8561b")
STYLE = """text { font: 12px system-ui, "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, sans-serif; fill: #1c2126; }
text.soft { fill: #626a73; font-size: 11px; } text.strong { font-weight: 600; }
.card { fill: #ffffff; stroke: #e3dfd6; } .grid { fill: none; stroke: #e3dfd6; } .warm { fill: #f4f1ea; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }"""


class Curve(NamedTuple):
    """name: None for the only curve of a panel. values: as many as the picture has positions."""

    name: str | None
    values: list


class Panel(NamedTuple):
    """highest: the end of its scale, which begins at 0."""

    title: str
    highest: float
    curves: list


def number(value):
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def picture(title, positions, axis, panels, warm):
    """- Parameters: positions: of all curves, from 0 on; axis: its name, and the marks on it; warm: where the warm-up ends.
    - Returns: the SVG as text."""
    height = TOP + len(panels) * (PANEL + GAP) + 18
    last = positions[-1]

    def across(position):
        return LEFT + position / last * (WIDTH - LEFT - RIGHT)

    parts = [f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" class="card" rx="8"/>',
             f'<text x="{LEFT}" y="26" class="strong">{title}</text>']
    for index, panel in enumerate(panels):
        top = TOP + index * (PANEL + GAP)
        bottom = top + PANEL
        parts.append(f'<rect x="{LEFT}" y="{top}" width="{across(warm) - LEFT:.1f}" height="{PANEL}" class="warm"/>')
        parts.append(f'<text x="{LEFT}" y="{top - 8}">{panel.title}</text>')
        if index == 0:
            parts.append(f'<text x="{LEFT + 6}" y="{bottom - 6}" class="soft">warm-up</text>')
        for share in (0, 0.5, 1):
            y = bottom - share * PANEL
            end = number(panel.highest * share)
            parts.append(f'<path d="M{LEFT} {y:g}H{WIDTH - RIGHT}" class="grid"/>'
                         f'<text x="{LEFT - 8}" y="{y + 4:g}" class="soft" text-anchor="end">{end}</text>')
        for order, curve in enumerate(panel.curves):
            points = [f"{across(position):.1f} {bottom - min(value / panel.highest, 1) * PANEL:.1f}"
                      for position, value in zip(positions, curve.values)]
            parts.append(f'<path d="M{"L".join(points)}" class="curve" stroke="{COLOURS[order]}"/>')
            if curve.name:
                x = WIDTH - RIGHT - 70 * (len(panel.curves) - 1 - order)
                parts.append(f'<text x="{x}" y="{top - 8}" text-anchor="end" style="fill: {COLOURS[order]}">{curve.name}</text>')
    name, marks = axis
    for mark in marks:
        parts.append(f'<text x="{across(mark):.1f}" y="{bottom + 18}" class="soft" text-anchor="middle">{mark}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{bottom + 38}" class="soft" text-anchor="middle">{name}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'role="img">\n<title>{title}</title>\n<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")
