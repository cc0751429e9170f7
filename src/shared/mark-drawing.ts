const elements = new Set([
  'svg', 'g', 'defs', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'clipPath', 'mask',
  'linearGradient', 'radialGradient', 'stop', 'title', 'desc',
]) // prettier-ignore

const attributes = new Set([
  'xmlns', 'viewBox', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'points',
  'transform', 'fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin',
  'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-opacity', 'opacity', 'color', 'id', 'clip-path', 'clip-rule',
  'mask', 'gradientUnits', 'gradientTransform', 'offset', 'stop-color', 'stop-opacity', 'preserveAspectRatio',
]) // prettier-ignore

/** A drawing as it may be served, or why it is refused. */
export type CleanDrawing =
  | { readonly kind: 'drawing'; readonly svg: string }
  | { readonly kind: 'wrong'; readonly problem: string }

const tag = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const text = /[^<]+/y
const skipped = /<!--[\s\S]*?-->|<\?xml[^>]*\?>|<!DOCTYPE svg[^>[]*>/y

/** A value leads nowhere but to a part of the drawing itself. */
const isHarmless = (value: string): boolean =>
  !/&(?!(?:amp|lt|gt|quot|apos);)/.test(value) &&
  !/javascript:|data:|\\/i.test(value) &&
  !/url\(/i.test(value.replaceAll(/url\(\s*#[\w.-]+\s*\)/gi, ''))

const attributesOf = (written: string): string =>
  [...written.matchAll(attribute)]
    .flatMap(([, name = '', double, single]) => {
      const value = double ?? single ?? ''
      return attributes.has(name) && isHarmless(value)
        ? [` ${name}="${value.replaceAll('"', '&quot;')}"`]
        : []
    })
    .join('')

/** The element at a place of the drawing: only what is written again here survives. */
const pieceAt = (svg: string, at: number) => {
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(svg)
  }
  const [ignored] = read(skipped) ?? []
  if (ignored !== undefined) return { length: ignored.length, out: '', name: null }
  const found = read(tag)
  if (found) {
    const [whole, closes = '', name = '', written = '', ends = ''] = found
    const out = closes === '' ? `<${name}${attributesOf(written)}${ends}>` : `</${name}>`
    return { length: whole.length, out, name }
  }
  const [words] = read(text) ?? []
  return words === undefined ? null : { length: words.length, out: words.trim(), name: null }
}

/**
 * A mark that was drawn by anybody, as it may be served from the shop: only shapes and their colors. Scripts, styles, links, pictures and
 * fonts are refused with a sentence; what editors write beside the drawing is left out.
 */
export const cleanDrawing = (svg: string): CleanDrawing => {
  let out = ''
  for (let at = 0; at < svg.length;) {
    const piece = pieceAt(svg, at)
    if (piece === null)
      return { kind: 'wrong', problem: `It cannot be read at “${svg.slice(at, at + 30).trim()}”.` }
    if (piece.name !== null && !elements.has(piece.name))
      return { kind: 'wrong', problem: `It has ${piece.name}, and a mark has shapes only.` }
    out += piece.out
    at += piece.length
  }
  if (!/^<svg [^>]*viewBox="[\d.\s-]+"/.test(out) || !out.endsWith('</svg>'))
    return { kind: 'wrong', problem: 'It is no SVG drawing with a viewBox.' }
  return {
    kind: 'drawing',
    svg: out.includes('xmlns=') ? out : out.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'),
  }
}
