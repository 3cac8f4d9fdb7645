/// The page's look: one accent, one colour for errors, two for the arithmetics; light, dark and paper from the same rules.
package enum Stylesheet {
    package static let css = """
        :root {
          color-scheme: light dark;
          --paper: #fbfaf7; --card: #ffffff; --ink: #1c2126; --soft: #626a73; --rule: #e3dfd6;
          --q15: #0b6b6b; --float: #b06a12; --wrong: #b3402a; --x: #c8561b; --y: #15805f; --z: #2765b0; --on: #ffffff;
          --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", Georgia, serif;
          --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #14181b; --card: #1b2024; --ink: #e9e7e1; --soft: #9aa3ab; --rule: #2e353b;
            --q15: #4fbdb3; --float: #e0a050; --wrong: #e8806a; --x: #ef8a55; --y: #5cc79f; --z: #76abee; --on: #10171a;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; padding: clamp(1.25rem, 4vw, 4rem) clamp(1rem, 4vw, 3rem); background: var(--paper); color: var(--ink);
          font: 1rem/1.55 var(--sans); -webkit-print-color-adjust: exact; print-color-adjust: exact;
        }
        main { max-width: 64rem; margin: 0 auto; }
        .eyebrow { margin: 0 0 .75rem; font-size: .8rem; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); }
        h1 {
          margin: 0; max-width: 30ch; font: 500 clamp(1.6rem, 4.2vw, 2.6rem)/1.22 var(--serif); letter-spacing: -.01em;
          text-wrap: balance;
        }
        .what { margin: 1rem 0 0; color: var(--soft); max-width: 75ch; overflow-wrap: anywhere; }
        .what b { color: var(--ink); font-weight: 600; }
        h2 { margin: 0; font: 500 1.4rem/1.3 var(--serif); break-after: avoid; }
        .lead { margin: .35rem 0 1.25rem; color: var(--soft); max-width: 72ch; break-after: avoid; }
        section { margin-top: clamp(2.5rem, 6vw, 4rem); }
        .tiles {
          display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 2.25rem 0 0;
          padding: 0; background: var(--rule); border: 1px solid var(--rule); border-radius: .6rem; overflow: hidden;
        }
        .tile { margin: 0; padding: 1rem 1.1rem .9rem; background: var(--card); break-inside: avoid; }
        .tile dt { font-size: .8rem; color: var(--soft); }
        .tile dd { margin: 0; font-variant-numeric: tabular-nums; }
        .tile .big { font: 500 1.7rem/1.35 var(--serif); font-variant-numeric: lining-nums tabular-nums; white-space: nowrap; }
        .tile .small { font-size: .8rem; color: var(--soft); }
        .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.5rem; }
        .figures.small { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
        figure { margin: 0; padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem;
          break-inside: avoid; min-width: 0; }
        figcaption { margin-bottom: .6rem; font-size: .9rem; font-weight: 600; overflow-wrap: anywhere; }
        figcaption small { display: block; font-size: .8rem; font-weight: 400; color: var(--soft); }
        svg { display: block; width: 100%; height: auto; font-family: var(--sans); }
        .scroll { overflow-x: auto; }
        table { width: 100%; border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .42rem .7rem; text-align: right; white-space: nowrap; font-weight: 400; }
        th:first-child { text-align: left; padding-left: 0; }
        td:last-child, th:last-child { padding-right: 0; }
        thead th { color: var(--soft); font-size: .8rem; }
        .figures.plain { gap: 1.5rem 3rem; }
        thead th[colspan] { text-align: center; padding-bottom: 0; }
        tbody tr { border-top: 1px solid var(--rule); break-inside: avoid; }
        td.bar {
          background: linear-gradient(to left, color-mix(in srgb, var(--q15) 24%, transparent) var(--share), transparent 0)
            no-repeat 0 50% / calc(100% - .35rem) 1.5em;
        }
        code { font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; font-size: .85em; overflow-wrap: anywhere; }
        code span { display: inline-block; max-width: 100%; }
        p.command { margin: .7rem 0 0; line-height: 1.4; color: var(--soft); }
        .figures + .scroll { margin-top: 1.5rem; } .scroll + ul.notes { margin-top: 1rem; }
        ul.notes { margin: 0; padding-left: 1.1rem; color: var(--soft); }
        footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); font-size: .85rem; color: var(--soft); }
        .key { display: inline-block; width: .7em; height: .7em; margin-right: .35em; border-radius: 2px; }
        .key.q15 { background: var(--q15); } .key.float { background: var(--float); }
        .legend { margin: 0 0 1rem; font-size: .85rem; color: var(--soft); } .legend span { margin-right: 1.2em; white-space: nowrap; }
        text { fill: var(--ink); font-size: 12px; font-variant-numeric: tabular-nums; }
        text.soft { fill: var(--soft); font-size: 11px; } text.tiny { fill: var(--soft); font-size: 10px; }
        text.halo { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
        text.strong { font-weight: 600; } text.on { fill: var(--on); } text.tinyon { fill: var(--on); font-size: 10px; opacity: .85; }
        text.wrong { fill: var(--wrong); font-weight: 600; }
        text.xc { fill: var(--x); font-size: 11px; } text.yc { fill: var(--y); font-size: 11px; } text.zc { fill: var(--z); font-size: 11px; }
        .q15 { fill: var(--q15); } .float { fill: var(--float); } .wrong { fill: var(--wrong); } .bed { fill: var(--rule); }
        .frame { fill: none; stroke: var(--rule); } .axis, .grid, .diagonal, .mark { fill: none; stroke: var(--rule); }
        .axis { stroke: var(--soft); } .diagonal { stroke: var(--soft); stroke-dasharray: 3 4; } .mark { stroke: var(--ink); stroke-dasharray: 2 3; }
        .ink { fill: var(--ink); } .level { fill: none; stroke: var(--ink); stroke-width: 1.5; }
        .sx, .sy, .sz { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
        .bx, .by, .bz { fill-opacity: .24; } .bx { fill: var(--x); } .by { fill: var(--y); } .bz { fill: var(--z); }
        .sx { stroke: var(--x); } .sy { stroke: var(--y); } .sz { stroke: var(--z); }
        @media (max-width: 52rem) { .tiles { grid-template-columns: repeat(2, 1fr); } }
        @media (max-width: 40rem) {
          .wide text, .wide text.soft { font-size: 17px; } .wide figure { padding: .8rem .7rem; }
          th, td { padding: .42rem .35rem; } table { font-size: .85rem; }
        }
        @media (max-width: 26rem) { .tile { padding: .8rem .8rem .7rem; } .tile .big { font-size: 1.4rem; } }
        @media print {
          :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #555; --rule: #d5d5d5;
            --q15: #0b6b6b; --float: #b06a12; --wrong: #b3402a; --x: #c8561b; --y: #15805f; --z: #2765b0; --on: #fff; }
          @page { margin: 16mm; }
          body { padding: 0 1px; font-size: 10pt; } main { max-width: none; }
          h1 { font-size: 20pt; } footer { margin-top: 4mm; break-inside: avoid; } section { margin-top: 6mm; break-inside: avoid; }
          .tiles { grid-template-columns: repeat(4, 1fr); } .tile .big { font-size: 15pt; } .scroll { overflow: visible; }
          .figures { grid-template-columns: 1fr 1fr; } .figures.wide { grid-template-columns: 1fr; }
          .figures.small { grid-template-columns: repeat(3, 1fr); }
          .lead { margin-bottom: .8rem; } th, td { padding: .3rem .45rem; }
        }
        """
}
