import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { createOutboxMailer, createSmtpMailer, readOutbox } from '#platform/mail.ts'
import type { Mailer } from '#platform/mail.ts'

/** A mail as who got it has it. */
export type ReceivedMail = Pick<
  Parameters<Mailer['send']>[0],
  'id' | 'to' | 'subject' | 'html' | 'text' | 'replyTo' | 'headers'
>

/** A mail transport of any kind, with the other side controlled by the test. */
export interface TestMailer {
  readonly mailer: Mailer
  /** What has arrived; one that came twice may be here twice. */
  readonly received: () => Promise<readonly ReceivedMail[]>
  /** The next mail is not taken. */
  readonly refuseNext: () => Promise<void>
  readonly close: () => Promise<void>
}

export type OpenMailer = () => Promise<TestMailer>

const from = 'Loam <hello@loam.example>'

const quotedPrintable = (text: string): string => {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Quoted-printable or base64, as UTF-8. */
const decodedPart = (head: string, body: string): string => {
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body.trimEnd()
  return quotedPrintable(body).trimEnd()
}

/** Words of a header in another alphabet (RFC 2047). */
const decodedHeader = (text: string): string =>
  text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_match, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )

/** A message as it came over the wire, its parts and headers decoded. */
export const readMessage = (message: string): ReceivedMail => {
  const end = message.indexOf('\r\n\r\n')
  const head = message.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string): string =>
    decodedHeader(new RegExp(`^${name}: ?(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = message
    .slice(end)
    .split(`--${boundary}`)
    .map((part) => part.trimStart().split('\r\n\r\n'))
  const partOf = (type: string): string => {
    const [partHead = '', ...body] = parts.find(([first]) => first?.includes(type)) ?? []
    return decodedPart(partHead, body.join('\r\n\r\n'))
  }
  const names = head.split('\r\n').map((line) => line.slice(0, line.indexOf(':')))
  const usual = /^(from|to|subject|reply-to|message-id|date|mime-version|content-.*)$/i
  return {
    id: /^<(.*)@/.exec(header('Message-ID'))?.[1] ?? '',
    to: header('To'),
    subject: header('Subject'),
    html: partOf('text/html'),
    text: partOf('text/plain'),
    replyTo: header('Reply-To'),
    headers: Object.fromEntries(
      names.filter((name) => !usual.test(name)).map((name) => [name, header(name)]),
    ),
  }
}

/** The shop's SMTP, and a mail server that keeps what it gets. */
export const openSmtp: OpenMailer = async () => {
  const messages: string[] = []
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => void pieces.push(piece))
      stream.on('end', () => {
        const isRefused = refuses
        refuses = false
        if (!isRefused) messages.push(Buffer.concat(pieces).toString('utf8'))
        done(isRefused ? new Error('try again later') : null)
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from })
  return {
    mailer,
    received: () => Promise.resolve(messages.map(readMessage)),
    refuseNext: () => {
      refuses = true
      return Promise.resolve()
    },
    close: async () => {
      mailer.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The folder of a shop without a mail server. */
export const openOutbox: OpenMailer = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'loam-contract-'))
  const folder = join(parent, 'outbox')
  const real = createOutboxMailer({ folder, from, clock: { now: () => Temporal.Now.instant() } })
  let blocked = false
  return {
    mailer: {
      ...real,
      send: async (mail) => {
        if (!blocked) return real.send(mail)
        blocked = false
        await rm(folder, { recursive: true })
        // A file where the folder has to be.
        await writeFile(folder, '')
        try {
          return await real.send(mail)
        } finally {
          await rm(folder)
          await mkdir(folder)
        }
      },
    },
    received: async () =>
      (await readOutbox(folder)).map(({ id, to, subject, html, text, replyTo, headers }) => ({
        id,
        to,
        subject,
        html,
        text,
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(headers === undefined ? {} : { headers }),
      })),
    refuseNext: () => {
      blocked = true
      return Promise.resolve()
    },
    close: () => rm(parent, { recursive: true, force: true }),
  }
}
