import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { inTransaction } from '#platform/transaction.ts'
import { mintWantedLink } from '../server/staff-members.ts'
import { passkeyLink } from './passkey-link.ts'

const PasskeyLink = z.object({ staffId: z.uuid(), wantedBy: z.uuid() })

export const staffMailPayloads = { 'mail: passkey link': PasskeyLink } as const satisfies JobShapes

/** The mails that follow from events. */
export const staffMails = {
  'passkey-link-wanted': ({ staffId, wantedBy }) => [
    { kind: 'mail: passkey link', payload: { staffId, wantedBy } },
  ],
} satisfies Partial<JobsByEvent<typeof staffMailPayloads>>

/** The worker's jobs for mails to people of the desk. The link is made here, so that nobody else has it, and no table. */
export const createStaffMailJobs = (deps: AppDeps, send: SendMail) => ({
  'mail: passkey link': async (
    { staffId, wantedBy }: z.output<typeof PasskeyLink>,
    job: { readonly id: string },
  ): Promise<void> => {
    const link = await inTransaction(deps, (tx) => mintWantedLink(tx, staffId, wantedBy))
    if (link === null) return
    const { email, role, token } = link
    const facts = { role, wantedBy: link.wantedBy, url: `${deps.publicUrl}/desk/join/${token}` }
    await send(`passkey-link-${job.id}`, email, passkeyLink(facts))
  },
})
