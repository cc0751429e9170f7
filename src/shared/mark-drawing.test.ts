import { expect, test } from 'vitest'
import { cleanDrawing } from './mark-drawing.ts'

const drawing = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`

test('shapes are kept, and editor metadata is removed', () => {
  const written = `<?xml version="1.0"?><!-- by hand -->${drawing('<path d="M0 0h4" onclick="x()" ed:id="7" style="fill:red" fill="url(#a)"/>')}`
  expect(cleanDrawing(written)).toEqual({
    kind: 'drawing',
    svg: drawing('<path d="M0 0h4" fill="url(#a)"/>'),
  })
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a page', '<foreignObject><p/></foreignObject>'],
  ['a picture from elsewhere', '<image href="https://a.example/x.png"/>'],
  ['a copy of another drawing', '<use href="https://a.example/x.svg#a"/>'],
  ['a style', '<style>@import "https://a.example/x.css";</style>'],
  ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
  ['a movement', '<animate attributeName="href" to="javascript:alert(1)"/>'],
  ['what is no tag', '<path d="M0 0" <script>'],
  ['a section of characters', '<![CDATA[<script>]]>'],
])('%s is refused', (_what, inside) => {
  expect(cleanDrawing(drawing(inside)).kind).toBe('wrong')
})

test('entities and drawings without a viewBox are refused, and external references are removed', () => {
  expect(cleanDrawing('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"></svg>').kind).toBe('wrong')
  expect(cleanDrawing('<svg></svg>').kind).toBe('wrong')
  expect(cleanDrawing('<html viewBox="0 0 1 1"></html>').kind).toBe('wrong')
  expect(cleanDrawing(drawing('<path fill="url(https://a.example)" d="M0 0"/>'))).toEqual({
    kind: 'drawing',
    svg: drawing('<path d="M0 0"/>'),
  })
})
