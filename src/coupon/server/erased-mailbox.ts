import { createHash } from 'node:crypto'
import { mailboxOf } from '#shared/same-buyer.ts'

export const erasedMark = 'digest:'

/** What stands in the place of an erased mailbox: it can be compared with a mailbox, and not read. */
export const erasedMailbox = (email: string): string =>
  erasedMark +
  createHash('sha256')
    .update(`once: ${mailboxOf(email)}`)
    .digest('hex')
