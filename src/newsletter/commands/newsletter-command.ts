import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CampaignContent } from '../rules/campaign-content.ts'
import { parseIssue } from '../rules/issue-text.ts'
import { everySubscriber } from '../rules/segment.ts'
import {
  campaignFromFile,
  campaignsBefore,
  countCopies,
  countReach,
  sendFromFile,
} from '../server/campaigns.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { Email } from '#shared/address.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAction } from '#staff/server/audits.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, OperatorCommand } from '#platform/command-line/operator-command.ts'

interface IssueFile {
  readonly content: CampaignContent
  readonly fingerprint: string
}

const readIssueFile = async (file: string): Promise<IssueFile> => {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new OperatorRefusal(`There is no file ${file}.`)
  })
  const read = parseIssue(text)
  if (read.kind === 'wrong')
    throw new OperatorRefusal(`${file} is wrong in line ${read.line}: ${read.message}.`)
  const { content } = read
  return { content, fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('hex') }
}

const listed = 100

const showAll = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  const campaigns = await campaignsBefore(deps.database, undefined, listed)
  if (campaigns.length === 0) print('No newsletter campaign was made yet.')
  for (const { id, createdAt, state, subject } of campaigns.slice(0, listed)) {
    const { sent, waiting, queued, failed, leftOut } = await countCopies(deps.database, id)
    const counts = `${sent} sent, ${waiting + queued} waiting, ${failed} refused, ${leftOut} left out`
    print(`${dateIn(createdAt, brand.timeZone).toString()}  ${state}: ${counts}  ${subject}`)
  }
}

const send = async ({ print, shop }: CommandContext, file: string): Promise<void> => {
  const issue = await readIssueFile(file)
  const { deps } = await shop()
  const { count } = await countReach(deps, everySubscriber)
  await inTransaction(deps, async (tx) => {
    const id = await sendFromFile(tx, issue.content, issue.fingerprint)
    recordAction(
      tx,
      { actor: 'operator', requestId: '' },
      { action: 'newsletter.scheduled', subject: `newsletter:${id}`, after: { recipients: count } },
    )
  })
  const people = count === 1 ? 'subscriber' : 'subscribers'
  print(`“${issue.content.subject}” goes to ${count} ${people}; nobody gets a second copy.`)
}

const sendTest = async ({ print, shop }: CommandContext, file: string, address: string): Promise<void> => {
  const issue = await readIssueFile(file)
  const email = Email.safeParse(address).data
  if (email === undefined) throw new OperatorRefusal('Give an e-mail address.')
  const { deps } = await shop()
  await inTransaction(deps, async (tx) => {
    const campaignId = await campaignFromFile(tx, issue.content, issue.fingerprint)
    tx.publish({ kind: 'newsletter-test-requested', campaignId, version: 1, email })
  })
  print(`A test copy of “${issue.content.subject}” is queued for ${email}.`)
}

/** Newsletter campaigns from files, to all subscribers. */
export const newsletterCommand: OperatorCommand = {
  name: 'newsletter',
  usages: [
    ['', 'lists the campaigns with how many copies were sent'],
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
