import type { ReactNode } from 'react'

interface StepUpFormProps {
  readonly action: string
  /** The action that the passkey is asked for; null for one that needs none. */
  readonly confirms: string | null
  /** Whether Ctrl Enter sends it from anywhere on the page: what was previewed, and nothing else. */
  readonly isConfirmation?: boolean
  readonly children: ReactNode
}

/**
 * A form whose action needs the passkey again: the desk's script asks for it, and then sends the form. Without scripts it
 * is sent as it is, and refused.
 */
export const StepUpForm = ({ action, confirms, isConfirmation = false, children }: StepUpFormProps) => (
  <form
    method="post"
    action={action}
    data-desk-passkey={confirms === null ? undefined : 'step-up'}
    data-confirms={confirms ?? undefined}
    data-desk-confirm={isConfirmation ? '' : undefined}
  >
    {children}
    {confirms === null ? null : <p aria-live="assertive" data-desk-message="" />}
  </form>
)
