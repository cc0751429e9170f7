import type { ReplyOf } from '#shared/endpoint.ts'
import { HumanCheckFields } from '#ui/human-check-fields.tsx'
import type { viewCardEntry } from '../endpoints.ts'

interface CardCheckProps {
  readonly check: ReplyOf<typeof viewCardEntry>['check']
  /** The form was refused for want of a check. */
  readonly missed?: boolean
}

/**
 * What a form with a card carries to show that a person sends it. A token of our own is always in it, so that nobody
 * notices; Cloudflare's widget loads only where it is asked for.
 */
export const CardCheck = ({ check, missed = false }: CardCheckProps) =>
  check.challenge.kind === 'timed' || check.required || missed ? (
    <HumanCheckFields challenge={check.challenge} token={null} />
  ) : null
