import { expect, test } from 'vitest'
import type { MailBlock, MailDocument } from './mail-document.ts'
import { drawMail, hasShells, renderMail } from './render-mail.ts'

const mail = (blocks: MailDocument['blocks']): MailDocument => ({
  subject: 'Salt & <light>',
  preview: 'A </div> in a name',
  heading: 'Hello, <b>Mara</b>',
  blocks,
})

test('typed text is escaped in every block', async () => {
  const typed = '<img src=x onerror=alert(1)> & "quoted"'
  const { html } = await renderMail(
    mail([
      { kind: 'paragraph', text: typed },
      { kind: 'section', title: typed },
      { kind: 'lines', lines: [typed, typed] },
      { kind: 'rows', rows: [{ label: typed, value: typed }] },
      { kind: 'button', label: typed, href: 'https://shop.example/?a=1&b="' },
      { kind: 'link', before: typed, label: typed, after: typed, href: 'https://shop.example/' },
    ]),
  )
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('</div> in')
  expect(html.split('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;')).toHaveLength(11)
  expect(html).toContain('href="https://shop.example/?a=1&amp;b=&quot;"')
  expect(html).toContain('<title>Salt &amp; &lt;light&gt;</title>')
})

test('a button has its padding in Outlook, and only there', async () => {
  const { html } = await renderMail(mail([{ kind: 'button', label: 'Go', href: 'https://shop.example/' }]))
  // 15 px above and below are 22.5 points of raised text; 20 px are two hair spaces of 10 px.
  expect(html).toContain(
    '<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:22.5px" hidden>&#8202;&#8202;</i><![endif]-->',
  )
  expect(html).toContain('padding:15px 20px')
  expect(html).toContain('mso-padding-alt:0px')
})

test('an Outlook table of limited width contains everything', async () => {
  const { html } = await renderMail(mail([]))
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC/)
  expect(html).toContain('role="presentation" style="max-width:560px;margin:0 auto"')
  expect(html).toContain('<td style="padding:32px 20px 48px">')
})

const odd = [
  '',
  'Twelve signs',
  'Thirteen sign',
  'Sixteen signs ok',
  'Seventeen signs k',
  '&amp; <b>\'"</b> \u{e000}0\u{e001} ünï 🧡',
]

const blocksOf = (text: string): readonly MailBlock[] => {
  const href = `https://shop.example/?a=1&b=${text}"`
  return [
    { kind: 'paragraph', text },
    { kind: 'section', title: text },
    { kind: 'rows', rows: odd.map((value) => ({ label: text, value, strong: value.length > 12 })) },
    { kind: 'rows', rows: [] },
    { kind: 'lines', lines: [text, text, ''] },
    { kind: 'lines', lines: [] },
    { kind: 'button', label: text, href },
    { kind: 'link', before: text, label: `l${text}`, href, after: `a${text}` },
    { kind: 'divider' },
    ...(['paragraph', 'quotation', 'small'] as const).map((look) => ({
      kind: 'text' as const,
      look,
      pieces: [{ text }, { text, href }, { text, isItalic: true }, { text: `${text}.` }],
    })),
  ]
}

test.each(odd)('a mail from a template equals the one React renders, byte for byte: %j', async (text) => {
  for (const locale of [undefined, 'en', 'de'] as const)
    for (const reason of [undefined, text]) {
      const document = {
        ...mail(blocksOf(text)),
        subject: text,
        preview: text,
        heading: text,
        locale,
        reason,
      }
      expect(hasShells(document)).toBe(true)
      expect((await renderMail(document)).html).toBe(await drawMail(document))
    }
})

test('a mail with pictures, or with a link that is no web address, is rendered by React', async () => {
  const picture = { kind: 'picture', src: 'https://shop.example/a.png', alt: 'A', width: 1, height: 1, href: null } as const // prettier-ignore
  const pictured = mail([picture])
  expect((await renderMail(pictured)).html).toBe(await drawMail(pictured))
  const { html } = await renderMail(mail([{ kind: 'button', label: 'Go', href: 'javascript:alert(1)' }]))
  expect(html).not.toContain('alert(1)')
})
