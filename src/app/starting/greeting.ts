import { testWords } from '../../../sandbox-carrier/test-words.ts'
import { testCards } from '../../../sandbox-processor/test-cards.ts'
import { demoPassword, people } from '../../../db/seed/people.ts'
import { brand } from '#shared/brand.ts'
import type { Settings } from '../config.ts'

const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const cardLines = (): string[] => testCards.map(({ number, what }) => `  ${grouped(number)}  ${what}`)

const wordLines = (): string[] => testWords.map(({ word, what }) => `  ${word.padEnd(9)} ${what}`)

const memberLines = (): string[] => people.map(({ email, trait }) => `  ${email.padEnd(22)}${trait}`)

const openWarning =
  'Warning: DEV_TOOLS=open. Anybody who reaches this shop can move its clock, read its mails and sign in as a demo member.'

/** What `npm start` prints when the shop is open; `desk` is the address of the desk. */
export const greeting = (
  { publicUrl, processor, carrier, demo, smtpUrl, dataDir, devToolsOpen }: Settings,
  desk: string,
): string => {
  const lines = [`${brand.name} is open at ${publicUrl}`, '']
  if (devToolsOpen) lines.push(openWarning, '')
  if (demo) lines.push(`Demo members (password ${demoPassword}):`, ...memberLines(), '')
  if (processor.kind === 'sandbox') {
    lines.push('Test cards (any name, any future date, any security code):', ...cardLines(), '')
    if (carrier.kind === 'sandbox')
      lines.push(
        'Test words (in the company of an address) for what becomes of its package:',
        ...wordLines(),
        '',
      )
    lines.push(`Time machine  ${publicUrl}/time-machine`)
  }
  if (smtpUrl === null) lines.push(`Outbox        ${publicUrl}/outbox`)
  return [...lines, `Desk          ${desk}`, `Data          ${dataDir}`, '', 'Stop with Ctrl-C.', ''].join(
    '\n',
  )
}
