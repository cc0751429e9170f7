import { join } from 'node:path'
import { testWords } from '../../../sandbox-carrier/test-words.ts'
import { testCards } from '../../../sandbox-processor/test-cards.ts'
import { demoPassword, people } from '../../../db/seed/people.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { inviteStaff, passkeysOfStaff, staffByEmail } from '#staff/server/staff-members.ts'
import { isLocalOnly } from '../../web/http/network.ts'
import type { Settings } from '../config.ts'
import type { Shop } from '../shop.ts'

const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const cardLines = (): string[] => testCards.map(({ number, what }) => `  ${grouped(number)}  ${what}`)

const wordLines = (): string[] => testWords.map(({ word, what }) => `  ${word.padEnd(9)} ${what}`)

const memberLines = (): string[] => people.map(({ email, trait }) => `  ${email.padEnd(22)}${trait}`)

const openWarning =
  'Warning: DEV_TOOLS=open. Anybody who reaches this shop can move its clock, read its mails and sign in as a demo member.'

const closedNote =
  'Demo members, time machine and outbox are for a shop at localhost; DEV_TOOLS=open opens them to everybody.'

const sandboxLines = ({ processor, carrier }: Pick<Settings, 'processor' | 'carrier'>): string[] =>
  processor.kind === 'sandbox'
    ? [
        'Test cards (any name, any future date, any security code):',
        ...cardLines(),
        '',
        ...(carrier.kind === 'sandbox'
          ? ['Test words (in the company of an address) for what becomes of its package:', ...wordLines(), '']
          : []),
      ]
    : []

/** What `npm start` prints when the shop is open; `desk` is the address of the desk. Names only what answers there. */
export const greeting = (settings: Settings, desk: string): string => {
  const { publicUrl, processor, demo, smtpUrl, dataDir, devToolsOpen } = settings
  const hasDevTools = devToolsOpen || isLocalOnly(publicUrl)
  const isSandbox = processor.kind === 'sandbox'
  const lines = [`${brand.name} is open at ${publicUrl}`, '']
  if (devToolsOpen) lines.push(openWarning, '')
  if (demo && hasDevTools) lines.push(`Demo members (password ${demoPassword}):`, ...memberLines(), '')
  lines.push(...sandboxLines(settings))
  if (isSandbox && !hasDevTools) lines.push(closedNote, '')
  if (isSandbox && hasDevTools) lines.push(`Time machine  ${publicUrl}/time-machine`)
  if (smtpUrl === null)
    lines.push(hasDevTools ? `Outbox        ${publicUrl}/outbox` : `Mails         ${join(dataDir, 'outbox')}`)
  return [...lines, `Desk          ${desk}`, `Data          ${dataDir}`, '', 'Stop with Ctrl-C.', ''].join(
    '\n',
  )
}

/** The owner of the demo shop. */
const demoOwner = 'owner@loam.example'

const hasPasskey = async ({ deps }: Pick<Shop, 'deps'>): Promise<boolean> => {
  const owner = await staffByEmail(deps.database, demoOwner)
  return owner !== null && (await passkeysOfStaff(deps.database, [owner.id])).length > 0
}

/**
 * How to get into the desk, for the greeting: in the demo shop a one-time link for its owner, until the owner has a
 * passkey. A shop with real payments invites its owner by a command.
 */
export const deskAddress = async ({ deps, settings }: Pick<Shop, 'deps' | 'settings'>): Promise<string> => {
  const desk = `${deps.publicUrl}/desk`
  if (!settings.demo || (await hasPasskey({ deps }))) return desk
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const token = await inTransaction(deps, (tx) => inviteStaff(tx, by, { email: demoOwner, role: 'owner' }))
  return `${desk}/join/${token}  (makes the owner's passkey, once)`
}
