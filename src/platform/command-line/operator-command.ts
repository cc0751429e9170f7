import { randomUUID } from 'node:crypto'
import { mkdir, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { decimalsOf } from '#shared/currency.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency, shopCurrencies, shopCurrencyOf } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '../app-deps.ts'

/** The reason why a command was refused, as one sentence for the operator. */
export class OperatorRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorRefusal'
  }
}

/** What every command finds in the shop; one that needs more of it names that as its own type. */
export interface CommandShop {
  readonly deps: AppDeps
}

/** What a command works with. */
export interface CommandContext<Shop extends CommandShop = CommandShop> {
  /** Prints one line for the operator. */
  readonly print: (line: string) => void
  /** The shop, opened on first use and closed by the caller of the command: without web server and worker. */
  readonly shop: () => Promise<Shop>
}

/** One command of operators: `npm run shop -- <name> …`. */
export interface OperatorCommand<Context extends CommandContext = CommandContext> {
  readonly name: string
  /** Each form of its arguments, and what it does. */
  readonly usages: readonly (readonly [args: string, description: string])[]
  /** Throws OperatorRefusal for what cannot be done, and the errors of Node's `parseArgs` for unknown arguments. */
  readonly run: (context: Context, args: readonly string[]) => Promise<void>
}

/** An amount as an operator types it, with all decimals of its currency. Throws OperatorRefusal for anything else. */
export const typedAmount = (amount: string, currency: Currency): Cents => {
  const decimals = decimalsOf(currency)
  const form = decimals === 0 ? /^\d{1,7}$/ : new RegExp(`^\\d{1,7}\\.\\d{${decimals}}$`)
  if (!form.test(amount))
    throw new OperatorRefusal(
      `${amount} is not an amount${currency === defaultCurrency ? '' : ` in ${currency}`} such as ${wirePrice(1250, currency)}.`,
    )
  return parsePrice(amount, currency)
}

/** The option `--currency` of a command. */
export const currencyOption = { currency: { type: 'string' } } as const

/** The currency that an operator names; the default for none. Throws OperatorRefusal for one that the shop does not know. */
export const typedCurrency = (code: string | undefined): ShopCurrency => {
  if (code === undefined) return defaultCurrency
  const currency = shopCurrencyOf(code)
  if (currency === null)
    throw new OperatorRefusal(
      `The shop does not know the currency ${code}. It knows ${shopCurrencies.join(', ')}.`,
    )
  return currency
}

/** A day as an operator types it, such as 2031-03-01. Throws OperatorRefusal for another form and for 2031-02-30. */
export const typedDay = (text: string): Temporal.PlainDate => {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    throw new OperatorRefusal(`${text} is not a date such as 2031-03-01.`)
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EEXIST', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EBUSY', 'it is mounted from elsewhere'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EROFS', 'nothing can be written there'],
  ['ENOSPC', 'the disk is full'],
])

/** Runs what writes at `path`; throws OperatorRefusal when the system refuses it. */
const written = async <T>(path: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
    const reason = reasons.get(code)
    if (reason === undefined) throw thrown
    throw new OperatorRefusal(`${path} could not be written: ${reason}.`)
  }
}

/** The file that a path leads to, also when it is a link to one that is not there yet. */
const fileAt = async (path: string): Promise<string> => {
  const link = await readlink(path).catch(() => '')
  return realpath(path).catch(() => resolve(dirname(path), link === '' ? path : link))
}

const isFileOrNothing = (path: string): Promise<boolean> =>
  stat(path).then((found) => found.isFile(), () => true) // prettier-ignore

/**
 * A new file takes the place of an old one, which others may read, or have open, and which stays as it is when that fails; a
 * device is only written to. A file system without modes, such as a stick's, has the file as everything else on it.
 */
const writeForOwner = async (given: string, content: string | Uint8Array): Promise<void> => {
  const path = await fileAt(given)
  if (!(await isFileOrNothing(path))) return writeFile(path, content)
  const draft = join(dirname(path), `${randomUUID()}.part`)
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600 })
    await rename(draft, path)
  } catch (thrown) {
    await rm(draft, { force: true })
    throw thrown
  }
}

/** Writes a file that only its owner can read, also in place of one that others could: it has names and addresses. Throws OperatorRefusal. */
export const writeOwnFile = (file: string, content: string | Uint8Array): Promise<void> =>
  written(file, () => writeForOwner(resolve(file), content))

/** Makes a folder, if there is none, that only its owner can read. Throws OperatorRefusal. */
export const makeOwnFolder = (folder: string): Promise<unknown> =>
  written(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }))
