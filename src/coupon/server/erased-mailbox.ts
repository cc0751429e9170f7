import { createHash } from 'node:crypto'
import { mailboxOf } from '#shared/same-buyer.ts'

export const erasedMark = 'digest:'

/** A digest in place of an erased mailbox: it can be compared with a mailbox, but not read. */
export const erasedMailbox = (email: string): string =>
  erasedMark +
  createHash('sha256')
    .update(`once: ${mailboxOf(email)}`)
    .digest('hex')
