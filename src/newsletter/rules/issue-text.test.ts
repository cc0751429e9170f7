import { expect, test } from 'vitest'
import { parseIssue } from './issue-text.ts'

const head = 'subject: Soil\npreview: What it is made of\n'

test('an issue has a heading, paragraphs, sections and buttons', () => {
  const file = `${head}\n# On soil\n\nIt has\nlayers.\n\n## Why\n\n[Read on](https://shop.example/cultured)\n`
  expect(parseIssue(file)).toEqual({
    kind: 'right',
    content: {
      subject: 'Soil',
      preheader: 'What it is made of',
      heading: 'On soil',
      blocks: [
        { kind: 'paragraph', text: 'It has layers.', claim: false },
        { kind: 'heading', text: 'Why', claim: false },
        { kind: 'button', label: 'Read on', href: 'https://shop.example/cultured' },
      ],
    },
  })
})

test.each([
  ['without a subject', '# On soil\n\nText', 1],
  ['without a preview', 'subject: Soil\n\n# On soil', 2],
  ['without a heading', `${head}\nText`, 4],
  ['without a text', `${head}\n# On soil`, 4],
  ['with a list', `${head}\n# On soil\n\nText\n\n- one\n- two`, 8],
  ['with a link inside a sentence', `${head}\n# On soil\n\nSee [here](https://shop.example).`, 6],
  ['with HTML', `${head}\n# On soil\n\n<b>Text</b>`, 6],
])('an issue %s is refused with its line', (_what, file, line) => {
  expect(parseIssue(file)).toMatchObject({ kind: 'wrong', line })
})
