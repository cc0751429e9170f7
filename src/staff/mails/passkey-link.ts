import type { MailDocument } from '#platform/mail-document.ts'
import type { StaffRole } from '#shared/staff.ts'

/** What a mail with a link for a passkey says. */
export interface PasskeyLink {
  readonly role: StaffRole
  /** Name and role of who asked for it. */
  readonly wantedBy: string
  readonly url: string
}

/** The mail to a person of the desk with the link that makes a passkey. */
export const passkeyLink = ({ role, wantedBy, url }: PasskeyLink): MailDocument => ({
  subject: 'Your link to the desk',
  preview: 'It makes one passkey within 24 hours.',
  heading: 'Make a passkey for the desk.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${wantedBy} asked for this link, for you with the role ${role}. It makes one passkey within 24 hours.`,
    },
    { kind: 'button', label: 'Make a passkey', href: url },
    {
      kind: 'paragraph',
      text: 'Anyone who opens it acts at the desk in your name. If you did not expect it, keep it to yourself and ask an owner.',
    },
  ],
})
