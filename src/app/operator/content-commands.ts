import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { contentToday, createPreviewLinks } from '#content/server/pages.ts'
import { parseIssue } from '#newsletter/rules/issue-text.ts'
import type { NewsletterIssue } from '#newsletter/rules/issue-text.ts'
import { issueStatistics, sendIssue, sendTestIssue } from '#newsletter/server/issues.ts'
import { Email } from '#shared/address.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { CommandContext, OperatorCommand } from './operator-command.ts'

/** The links to pages that are not published yet. */
export const previewCommand: OperatorCommand = {
  name: 'preview',
  usages: [['', 'lists the pages that are not published yet, each with its preview link']],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { deps, content } = await context.shop()
    const waiting = content.unpublishedOn(contentToday(deps))
    if (waiting.length === 0) context.print('Every page is published.')
    const links = createPreviewLinks(deps)
    for (const { slug, draft, publishedOn } of waiting) {
      context.print(`${slug}  ${draft || !publishedOn ? 'draft' : `from ${publishedOn}`}`)
      context.print(`  ${links.urlOf(slug)}`)
    }
  },
}

const readIssueFile = async (file: string): Promise<NewsletterIssue> => {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new OperatorRefusal(`There is no file ${file}.`)
  })
  const read = parseIssue(text)
  if (read.kind === 'wrong')
    throw new OperatorRefusal(`${file} is wrong in line ${read.line}: ${read.message}.`)
  return read.issue
}

const showAll = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  const issues = await issueStatistics(deps.database)
  if (issues.length === 0) print('No newsletter issue was sent yet.')
  for (const { subject, written_at: at, sent, waiting, refused, unsubscribed } of issues)
    print(
      `${at.slice(0, 10)}  ${sent} sent, ${waiting} waiting, ${refused} refused, ${unsubscribed} unsubscribed before it was sent  ${subject}`,
    )
}

const send = async ({ print, shop }: CommandContext, file: string): Promise<void> => {
  const issue = await readIssueFile(file)
  const { deps } = await shop()
  const count = await sendIssue(deps, issue)
  print(`${count} ${count === 1 ? 'copy' : 'copies'} of “${issue.subject}” queued; nobody gets a second one.`)
}

const sendTest = async ({ print, shop }: CommandContext, file: string, address: string): Promise<void> => {
  const issue = await readIssueFile(file)
  const email = Email.safeParse(address).data
  if (email === undefined) throw new OperatorRefusal('Give an e-mail address.')
  const { deps } = await shop()
  await sendTestIssue(deps, issue, email)
  print(`A test copy of “${issue.subject}” is queued for ${email}.`)
}

/** Newsletter issues to all subscribers. */
export const newsletterCommand: OperatorCommand = {
  name: 'newsletter',
  usages: [
    ['', 'lists the issues with how many copies were sent'],
    ['test <file> <e-mail>', 'sends a test copy to an address'],
    ['send <file>', 'sends it to all subscribers who did not get it yet'],
  ],
  run: async (context, args) => {
    const [subcommand, file, address, ...rest] = args
    if (subcommand === undefined) return showAll(context)
    if (subcommand === 'send' && file !== undefined && address === undefined) return send(context, file)
    if (subcommand === 'test' && file !== undefined && address !== undefined && rest.length === 0)
      return sendTest(context, file, address)
    throw new OperatorRefusal('Use `test <file> <e-mail>` or `send <file>`.')
  },
}
