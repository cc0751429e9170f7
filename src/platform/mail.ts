import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import { codeOf } from './contention.ts'
import type { Telemetry } from './telemetry.ts'

/** The content of a mail, in HTML and text. */
export interface MailContent {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** A mail to one person. The id is the same each time its job is done again. */
interface Mail extends MailContent {
  readonly id: string
  readonly to: string
  /** The reply address; missing when that is the sender. */
  readonly replyTo?: string
  /** Headers in addition to those of every mail, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
  /** The ids of the mails that it follows, the first one first: mail programs show them as one conversation. */
  readonly follows?: readonly string[]
  /** Names a copy: mail systems return what they cannot deliver to an address with it. */
  readonly returnToken?: string
}

/** Sends mail. Throws when the server did not accept it; the job that sends it is then retried. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** Records each mail as a step, without its address, its subject or its text. */
export const tracedMailer = (mailer: Mailer, telemetry: Telemetry): Mailer => ({
  ...mailer,
  send: (mail) => telemetry.within({ name: 'send mail', kind: 'client' }, () => mailer.send(mail)),
})

/** Whether the mail server said that it will never take a mail for this address: asking again would only annoy it. */
const isRefusedForGood = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'responseCode' in thrown &&
  typeof thrown.responseCode === 'number' &&
  thrown.responseCode >= 500

// The commands of SMTP and of the connection before a server can have taken a mail.
const earlyCommands = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO'])

const isEarly = (thrown: Error): boolean =>
  'command' in thrown &&
  typeof thrown.command === 'string' &&
  earlyCommands.has(thrown.command.replace(/^AUTH.*/, 'AUTH'))

/**
 * What is known of a mail that was not confirmed: the server refused it for good, it was not taken and can be sent again, or nobody
 * knows whether it was taken.
 */
export const failureOf = (thrown: unknown): 'refused' | 'not-taken' | 'unknown' => {
  if (isRefusedForGood(thrown)) return 'refused'
  if (!(thrown instanceof Error)) return 'unknown'
  const hasAnswer = 'responseCode' in thrown && typeof thrown.responseCode === 'number'
  return hasAnswer || isEarly(thrown) ? 'not-taken' : 'unknown'
}

interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** `Name <address>`. */
  readonly from: string
  /** Where mails that cannot be delivered come back to; the sender without it. */
  readonly bounceAddress?: string | null
}

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

/** The Message-ID header of a mail: the same each time its job is done. */
export const messageId = (id: string, from: string): string => `<${id}@${domainOf(from)}>`

/** The headers that put a mail into its conversation (RFC 5322, 3.6.4). */
const threadHeaders = (follows: readonly string[], from: string) => {
  const references = follows.map((id) => messageId(id, from))
  const inReplyTo = references.at(-1)
  return inReplyTo === undefined ? {} : { inReplyTo, references }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether mail may only go to this server encrypted. `smtp://` starts unencrypted, and an attacker in the network could
 * remove the offer of STARTTLS to read every link; on this machine there is no network in between.
 */
export const requiresStartTls = (url: string): boolean => !loopback.test(new URL(url).hostname.toLowerCase())

/** The error of a mail server without the domain that it may name: many people have one of their own. */
const withoutDomain = (thrown: unknown, to: string): unknown => {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(to)?.[1]
  if (!(thrown instanceof Error) || domain === undefined) return thrown
  const named = new RegExp(String.raw`([^\s<>@]*@)?${RegExp.escape(domain)}`, 'gi')
  thrown.message = thrown.message.replaceAll(named, (_all, name) => (name ? '<address>' : '<domain>'))
  return thrown
}

/** Loaded with the first mail: most threads of a shop send none. */
const openTransport = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    requireTLS: requiresStartTls(url),
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Templates are in the code; nothing may be read from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Mail by SMTP. A repeated job sends the same Message-ID, by which mail systems drop a second copy. */
export const createSmtpMailer = ({ url, from, bounceAddress = null }: SmtpOptions): Mailer => {
  let opened: Promise<Transporter> | null = null
  return {
    send: async ({ id, follows = [], returnToken, ...mail }) => {
      const returnPath =
        bounceAddress === null || returnToken === undefined
          ? null
          : bounceAddress.replace('@', `+${returnToken}@`)
      const sent = {
        ...(returnPath === null ? {} : { envelope: { from: returnPath, to: mail.to } }),
        messageId: messageId(id, from),
        ...threadHeaders(follows, from),
        from,
        ...mail,
      }
      opened ??= openTransport(url)
      const transport = await opened
      await transport.sendMail(sent).catch((thrown: unknown) => {
        throw withoutDomain(thrown, mail.to)
      })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

const OutboxMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  replyTo: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  follows: z.array(z.string()).readonly().optional(),
  /** When it was sent, by the shop's clock. */
  sentAt: z.string(),
})

/** A mail in the outbox folder. */
export type OutboxMail = z.output<typeof OutboxMail>

interface OutboxOptions {
  readonly folder: string
  readonly from: string
  readonly clock: Clock
}

const fileOf = (folder: string, id: string): string =>
  join(folder, `${createHash('sha256').update(id).digest('hex').slice(0, 40)}.json`)

/** Opens a file to be written; a folder that is missing is made, which is seldom. */
const openToWrite = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'w', 0o600)
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return await open(path, 'w', 0o600)
  }
}

/** Writes mail into a folder, one file each: the same id overwrites its file, so a repeated job leaves one mail. */
export const createOutboxMailer = ({ folder, from, clock }: OutboxOptions): Mailer => ({
  send: async (mail) => {
    const saved: OutboxMail = { ...mail, from, sentAt: clock.now().toString() }
    const path = fileOf(folder, mail.id)
    const file = await openToWrite(`${path}.draft`)
    try {
      await file.writeFile(JSON.stringify(saved, null, 2))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.draft`, path)
  },
  close: () => undefined,
})

/** Every mail of the outbox folder, the latest first. */
export const readOutbox = async (folder: string): Promise<OutboxMail[]> => {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
  const mails = await Promise.all(
    files.map(async (path) => OutboxMail.parse(JSON.parse(await readFile(path, 'utf8')))),
  )
  // As instants, not as text: fractions with trailing zeros are written shorter.
  const when = ({ sentAt }: OutboxMail): number => Temporal.Instant.from(sentAt).epochMilliseconds
  return mails.toSorted((a, b) => when(b) - when(a) || a.id.localeCompare(b.id))
}

/** Deletes mails of the outbox folder; a missing folder has none. */
export const forgetMails = async (
  folder: string,
  isForgotten: (mail: OutboxMail) => boolean,
): Promise<void> => {
  const forgotten = (await readOutbox(folder)).filter(isForgotten)
  await Promise.all(forgotten.map(({ id }) => rm(fileOf(folder, id), { force: true })))
}
