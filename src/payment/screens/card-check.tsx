import type { ReplyOf } from '#shared/endpoint.ts'
import { HumanCheckFields } from '#ui/human-check-fields.tsx'
import type { viewCardEntry } from '../endpoints.ts'

interface CardCheckProps {
  readonly check: ReplyOf<typeof viewCardEntry>['check']
  /** The form was refused for want of a check. */
  readonly missed?: boolean
}

/**
 * The human check of a form with a card. A token of the shop is always in it and needs no interaction; Cloudflare's
 * widget loads only when it is required.
 */
export const CardCheck = ({ check, missed = false }: CardCheckProps) =>
  check.challenge.kind === 'timed' || check.required || missed ? (
    <HumanCheckFields challenge={check.challenge} token={null} />
  ) : null
