import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lettersSent, sendLetter, tryLetter } from '#newsletter/server/letters.ts'
import { readLetter } from '#newsletter/rules/letter-text.ts'
import type { Letter } from '#newsletter/rules/letter-text.ts'
import { Email } from '#shared/address.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

const letterIn = async (file: string): Promise<Letter> => {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new OperatorRefusal(`There is no file ${file}.`)
  })
  const read = readLetter(text)
  if (read.kind === 'wrong')
    throw new OperatorRefusal(`${file} is wrong in line ${read.line}: ${read.message}.`)
  return read.letter
}

const showAll = async ({ say, shop }: OperatorHouse): Promise<void> => {
  const { world } = await shop()
  const letters = await lettersSent(world.database)
  if (letters.length === 0) say('No letter was written yet.')
  for (const { subject, written_at: at, sent, waiting, refused, left } of letters)
    say(
      `${at.slice(0, 10)}  ${sent} sent, ${waiting} waiting, ${refused} refused, ${left} left before  ${subject}`,
    )
}

const send = async ({ say, shop }: OperatorHouse, file: string): Promise<void> => {
  const letter = await letterIn(file)
  const { world } = await shop()
  const count = await sendLetter(world, letter)
  say(
    `${count} ${count === 1 ? 'copy' : 'copies'} of “${letter.subject}” on the way; nobody gets a second one.`,
  )
}

const attempt = async ({ say, shop }: OperatorHouse, file: string, address: string): Promise<void> => {
  const letter = await letterIn(file)
  const email = Email.safeParse(address).data
  if (email === undefined) throw new OperatorRefusal('Say an e-mail address.')
  const { world } = await shop()
  await tryLetter(world, letter, email)
  say(`One copy of “${letter.subject}” is on its way to ${email}.`)
}

/** Letters to everybody who asked for them. */
export const letterCommand: OperatorCommand = {
  name: 'letter',
  forms: [
    ['', 'lists the letters with what became of their copies'],
    ['test <file> <e-mail>', 'sends one copy to an address'],
    ['send <file>', 'sends it to every subscriber who has not got it'],
  ],
  run: async (house, words) => {
    const [what, file, address, ...rest] = words
    if (what === undefined) return showAll(house)
    if (what === 'send' && file !== undefined && address === undefined) return send(house, file)
    if (what === 'test' && file !== undefined && address !== undefined && rest.length === 0)
      return attempt(house, file, address)
    throw new OperatorRefusal('Say test with a file and an e-mail address, or send with a file.')
  },
}
