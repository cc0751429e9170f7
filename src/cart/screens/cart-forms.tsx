import { createContext, use } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { CartFailure } from './cart-actions.ts'
import type { action } from './cart-page.tsx'

export interface ScriptedForms {
  /** Sends a form without leaving the page. */
  readonly submit: (form: HTMLFormElement, button: HTMLElement | null) => void
  readonly busy: boolean
  /** What became of the last one: undefined before the first, null when it went well. */
  readonly failure: CartFailure | null | undefined
}

/** One sender for all forms of the page: a newer answer stands for all earlier ones. */
export const useScriptedForms = (): ScriptedForms => {
  const fetcher = useFetcher<typeof action>()
  return {
    submit: (form, button) => {
      const fields = new FormData(form, button)
      fields.set('scripted', 'yes')
      void fetcher.submit(fields, { method: 'post', action: '/cart' })
    },
    busy: fetcher.state !== 'idle',
    failure: fetcher.data?.failure,
  }
}

const Forms = createContext<ScriptedForms | null>(null)

export const CartForms = ({
  value,
  children,
}: {
  readonly value: ScriptedForms
  readonly children: ReactNode
}) => <Forms value={value}>{children}</Forms>

const buttonOf = (event: FormEvent<HTMLFormElement>): HTMLElement | null =>
  event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null

interface CartFormProps {
  readonly className?: string | undefined
  /** For buttons that stand outside of it. */
  readonly id?: string
  /** Plan code that the form is about. */
  readonly plan?: string
  /** Sends the form when a field was changed and left. */
  readonly sendsOnChange?: boolean
  readonly children: ReactNode
}

const changedInput = (target: EventTarget): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.value !== target.defaultValue ? target : null

/** A form that posts to the cart: plainly without scripts, in place with them. */
export const CartForm = ({ className, id, plan, sendsOnChange, children }: CartFormProps) => {
  const forms = use(Forms)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving a changed field sends the form
    <form
      method="post"
      action="/cart"
      className={className}
      id={id}
      noValidate
      aria-busy={forms?.busy ? true : undefined}
      onSubmit={(event) => {
        if (!forms) return
        event.preventDefault()
        forms.submit(event.currentTarget, buttonOf(event))
      }}
      onBlur={(event) => {
        const leavesForButton = event.relatedTarget instanceof HTMLButtonElement
        if (!sendsOnChange || leavesForButton || !changedInput(event.target)) return
        event.currentTarget.requestSubmit()
      }}
    >
      {plan === undefined ? null : <input type="hidden" name="plan" value={plan} />}
      {children}
    </form>
  )
}
