import type { FormEvent, ReactNode } from 'react'
import { useFetcher } from 'react-router'
import text from '#ui/text.module.css'
import type { CartFailure } from './cart-actions.ts'
import { onlyContinues, enteredField, enterIntent, isQuantity, linkIntent } from './cart-intent.ts'
import type { action } from './cart-page.tsx'

interface ScriptedForm {
  /** Sends the form without leaving the page; `entered` is the field that it is sent from, empty for none. */
  readonly submit: (form: HTMLFormElement, button: HTMLElement | null, entered: string) => void
  readonly busy: boolean
  /** The failure of the last submit: undefined before the first, null when it succeeded. */
  readonly failure: CartFailure | null | undefined
}

/** Submits the cart's form without leaving the page; a newer answer replaces all earlier ones. */
export const useScriptedForm = (): ScriptedForm => {
  const fetcher = useFetcher<typeof action>()
  return {
    submit: (form, button, entered) => {
      const fields = new FormData(form, button)
      if (!button) fields.set('intent', enterIntent)
      fields.set(enteredField, entered)
      fields.set('scripted', 'yes')
      void fetcher.submit(fields, { method: 'post', action: '/cart' })
    },
    busy: fetcher.state !== 'idle',
    failure: fetcher.data?.failure,
  }
}

const buttonOf = (event: FormEvent<HTMLFormElement>): HTMLButtonElement | null => {
  const pressed = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
  return pressed instanceof HTMLButtonElement ? pressed : null
}

const focusedField = (): string => {
  const focused = document.activeElement
  return focused instanceof HTMLInputElement ? focused.name : ''
}

const changedQuantity = (target: EventTarget): string | null =>
  target instanceof HTMLInputElement && isQuantity(target.name) && target.value !== target.defaultValue
    ? target.name
    : null

interface CartFormProps {
  readonly scripted: ScriptedForm
  readonly children: ReactNode
}

/**
 * The one form of the cart, so that each of its buttons submits everything entered in it: as a page load without scripts,
 * without leaving the page with them. A changed quantity is submitted when its field loses focus.
 */
export const CartForm = ({ scripted, children }: CartFormProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving a changed field sends the form
  <form
    method="post"
    action="/cart"
    noValidate
    aria-busy={scripted.busy ? true : undefined}
    onSubmit={(event) => {
      const button = buttonOf(event)
      if (button?.value === linkIntent) return
      event.preventDefault()
      if (button && onlyContinues(new FormData(event.currentTarget, button))) {
        window.location.assign('/checkout')
        return
      }
      scripted.submit(event.currentTarget, button, focusedField())
    }}
    onBlur={(event) => {
      if (event.relatedTarget instanceof HTMLButtonElement) return
      const left = changedQuantity(event.target)
      if (left !== null) scripted.submit(event.currentTarget, null, left)
    }}
  >
    {/* The first button of the form is what Enter in a field presses. */}
    <button className={text.hidden} name="intent" value={enterIntent} tabIndex={-1}>
      Update cart
    </button>
    {children}
  </form>
)
