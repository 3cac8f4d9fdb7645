/// The page's look: one accent, one colour for errors, two for the arithmetics; light, dark and paper from the same rules.
package enum Stylesheet {
    package static let css = """
        :root {
          color-scheme: light dark;
          --paper: #fbfaf7; --card: #ffffff; --ink: #1c2126; --soft: #626a73; --rule: #e3dfd6;
          --q15: #0b6b6b; --float: #b06a12; --wrong: #b3402a; --x: #c8561b; --y: #15805f; --z: #2765b0; --on: #ffffff;
          --l0: #2f7fc1; --l1: #d9822b; --l2: #3f9b62; --l3: #9a5fb4; --l4: #c8559b; --l5: #7c6a3e; --l6: #2aa3a3; --l7: #8a8f98;
          --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", Georgia, serif;
          --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #14181b; --card: #1b2024; --ink: #e9e7e1; --soft: #9aa3ab; --rule: #2e353b;
            --q15: #4fbdb3; --float: #e0a050; --wrong: #e8806a; --x: #ef8a55; --y: #5cc79f; --z: #76abee; --on: #10171a;
            --l0: #6fb1ea; --l1: #eda75c; --l2: #6cc48d; --l3: #c193d8; --l4: #e68cc0; --l5: #b6a26c; --l6: #5fcccc; --l7: #a9aeb6;
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
        .figures > figure:only-child { max-width: 33rem; } .figures > .scroll { min-width: 0; align-self: center; }
        .figures.plain > .scroll:only-child { max-width: 33rem; } .figures.beside { align-items: start; }
        .figures.beside > .scroll { align-self: start; } .figures.beside th, .figures.beside td { padding: .3rem .4rem; }
        @media (min-width: 60rem) { .figures.beside:has(> figure) { grid-template-columns: minmax(0, 23rem) minmax(0, 1fr); } }
        figcaption { margin-bottom: .6rem; font-size: .9rem; font-weight: 600; overflow-wrap: anywhere; }
        figcaption small { display: block; font-size: .8rem; font-weight: 400; color: var(--soft); }
        svg { display: block; width: 100%; height: auto; font-family: var(--sans); }
        .scroll { overflow-x: auto; }
        table { width: 100%; border-spacing: 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .42rem .7rem; text-align: right; white-space: nowrap; font-weight: 400; }
        th:first-child { text-align: left; padding-left: 0; }
        .text th, .text td { text-align: left; white-space: normal; vertical-align: baseline; overflow-wrap: anywhere; }
        td:last-child, th:last-child { padding-right: 0; }
        thead th { color: var(--soft); font-size: .8rem; }
        .figures.plain { gap: 1.5rem 3rem; }
        thead th[colspan] { text-align: center; padding-bottom: 0; }
        tbody tr { break-inside: avoid; } tbody tr > * { border-top: 1px solid var(--rule); }
        td.bar {
          background: linear-gradient(to left, color-mix(in srgb, var(--q15) 24%, transparent) var(--share), transparent 0)
            no-repeat 0 50% / calc(100% - .35rem) 1.5em;
        }
        td.best { font-weight: 650; } p.after { margin: .6rem 0 0; font-size: .9rem; color: var(--soft); }
        details { margin-top: 1.5rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
        summary { cursor: pointer; font: 500 1.15rem/1.4 var(--serif); overflow-wrap: anywhere; }
        code { font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; font-size: .85em; overflow-wrap: anywhere; }
        code span { display: inline-block; max-width: 100%; }
        p.command { margin: .7rem 0 0; line-height: 1.4; color: var(--soft); }
        .figures + .scroll { margin-top: 1.5rem; } .scroll + ul.notes { margin-top: 1rem; }
        .figures + ul.notes { margin-top: 1rem; } ul.notes + .scroll { margin-top: 1.5rem; } ul.notes { overflow-wrap: anywhere; }
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
        .l0 { fill: var(--l0); } .l1 { fill: var(--l1); } .l2 { fill: var(--l2); } .l3 { fill: var(--l3); } .l4 { fill: var(--l4); }
        .l5 { fill: var(--l5); } .l6 { fill: var(--l6); } .l7 { fill: var(--l7); } .lrest { fill: var(--rule); } .lnone { fill: none; }
        .key.l0 { background: var(--l0); } .key.l1 { background: var(--l1); } .key.l2 { background: var(--l2); }
        .key.l3 { background: var(--l3); } .key.l4 { background: var(--l4); } .key.l5 { background: var(--l5); }
        .key.l6 { background: var(--l6); } .key.l7 { background: var(--l7); } .key.lrest { background: var(--rule); }
        .l0line, .l1line, .l2line, .l3line, .l4line, .l5line, .l6line, .l7line, .q15line, .floatline { fill: none; stroke-width: 1.8; }
        .l0line { stroke: var(--l0); } .l1line { stroke: var(--l1); } .l2line { stroke: var(--l2); } .l3line { stroke: var(--l3); }
        .l4line { stroke: var(--l4); } .l5line { stroke: var(--l5); } .l6line { stroke: var(--l6); } .l7line { stroke: var(--l7); }
        .q15line { stroke: var(--q15); } .floatline { stroke: var(--float); stroke-dasharray: 5 3; }
        text.q15text { fill: var(--q15); font-weight: 600; } text.floattext { fill: var(--float); font-weight: 600; }
        .falsely { fill: none; stroke: var(--wrong); stroke-width: 1.6; }
        .missed { fill: none; stroke: var(--wrong); stroke-width: 1.2; stroke-dasharray: 3 2; }
        .ink { fill: var(--ink); } .level { fill: none; stroke: var(--ink); stroke-width: 1.5; }
        .sx, .sy, .sz { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
        .bx, .by, .bz { fill-opacity: .24; } .bx { fill: var(--x); } .by { fill: var(--y); } .bz { fill: var(--z); }
        .sx { stroke: var(--x); } .sy { stroke: var(--y); } .sz { stroke: var(--z); }
        @media (max-width: 52rem) { .tiles { grid-template-columns: repeat(2, 1fr); } }
        @media (max-width: 40rem) {
          .wide text, .wide text.soft { font-size: 17px; } .wide figure { padding: .8rem .7rem; }
          text, text.soft, text.tiny, text.xc, text.yc, text.zc { font-size: 13px; }
          .small text.soft, .small text.tiny { font-size: 11px; } .small text.xc, .small text.yc, .small text.zc { font-size: 12px; }
          th, td { padding: .42rem .35rem; } table { font-size: .85rem; }
          .scroll tr > th:first-child {
            position: sticky; left: 0; background: var(--paper); min-width: 6.5rem; max-width: 9.5rem; white-space: normal;
          }
          figure .scroll tr > th:first-child { background: var(--card); }
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
