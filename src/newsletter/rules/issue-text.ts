import { CampaignContent } from './campaign-content.ts'
import type { CampaignBlock } from './campaign-content.ts'

export type ParsedIssue =
  | { readonly kind: 'right'; readonly content: CampaignContent }
  | { readonly kind: 'wrong'; readonly line: number; readonly message: string }

interface Part {
  readonly line: number
  readonly text: string
}

/** Paragraphs are divided by empty lines; the lines of one are joined. */
const partsOf = (lines: readonly string[], from: number): readonly Part[] =>
  lines.reduce<readonly Part[]>((parts, raw, at) => {
    const text = raw.trim()
    const last = parts.at(-1)
    const continues = at > 0 && lines[at - 1]?.trim() !== ''
    if (text === '') return parts
    return last && continues
      ? [...parts.slice(0, -1), { ...last, text: `${last.text} ${text}` }]
      : [...parts, { line: from + at, text }]
  }, [])

const button = /^\[([^\]]+)\]\((https:\/\/[^\s)]+)\)$/
const markup = /^[-*+>|] |^\d+\. |^#|`|\*\*|\]\(|<[a-z/]/i

const blockOf = ({ text }: Part): CampaignBlock | null => {
  if (text.startsWith('## ')) return { kind: 'heading', text: text.slice(3).trim(), claim: false }
  const [, label, href] = button.exec(text) ?? []
  if (label !== undefined && href !== undefined) return { kind: 'button', label, href }
  return markup.test(text) ? null : { kind: 'paragraph', text, claim: false }
}

const invalid = (line: number, message: string): ParsedIssue => ({ kind: 'wrong', line, message })

const parseBody = (
  head: { readonly subject: string; readonly preheader: string },
  [title, ...parts]: readonly Part[],
): ParsedIssue => {
  if (title?.text.startsWith('# ') !== true)
    return invalid(title?.line ?? 1, 'the text begins with its heading, as # Heading')
  const blocks: CampaignBlock[] = []
  for (const part of parts) {
    const block = blockOf(part)
    if (!block)
      return invalid(
        part.line,
        'an issue contains paragraphs, ## sections and lines of one [link](https://…) alone',
      )
    blocks.push(block)
  }
  if (blocks.length === 0) return invalid(title.line, 'an issue must have text')
  const content = CampaignContent.safeParse({ ...head, heading: title.text.slice(2).trim(), blocks })
  if (content.success) return { kind: 'right', content: content.data }
  return invalid(title.line, `a text is too long: ${content.error.issues[0]?.message ?? ''}`)
}

/**
 * Reads an issue from its file: `subject:` and `preview:` in the first two lines, then the simplest Markdown. What
 * mails cannot show is refused with its line, so that nobody gets asterisks.
 */
export const parseIssue = (file: string): ParsedIssue => {
  const [first = '', second = '', ...rest] = file.replaceAll('\r\n', '\n').split('\n')
  const subject = /^subject: *(\S.{0,140})$/.exec(first)?.[1]?.trim()
  if (subject === undefined) return invalid(1, 'the first line is subject: and up to 140 characters')
  const preview = /^preview: *(\S.{0,140})$/.exec(second)?.[1]?.trim()
  if (preview === undefined) return invalid(2, 'the second line is preview: and up to 140 characters')
  return parseBody({ subject, preheader: preview }, partsOf(rest, 3))
}
