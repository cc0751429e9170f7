import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CardEntry } from '../endpoints.ts'
import { cardMessages, type CardSource, type CardTerms } from '../browser/card-source.ts'
import { interceptPaySubmits, pressPay, type PayButton } from '../browser/intercepted-submit.ts'
import { openCard } from '../browser/open-card.ts'
import styles from './card-field.module.css'

interface CardFieldProps extends CardTerms {
  readonly entry: CardEntry
  /** The button of the surrounding form that pays. */
  readonly payButton: PayButton
  /** The choice of the surrounding form that this field belongs to, if there are saved cards next to it. */
  readonly choice?: { readonly name: string; readonly value: string }
}

interface Places {
  readonly tokenInput: RefObject<HTMLInputElement | null>
  readonly field: RefObject<HTMLDivElement | null>
}

/** Loaders return a new object each time; the field depends on its content. */
const entryOf = (processor: CardEntry['processor'], address: string): CardEntry =>
  processor === 'sandbox' ? { processor, field_url: address } : { processor, publishable_key: address }

/** The field on the page. It is opened again only for another processor, and keeps the entered values. */
const useCardSource = (
  props: CardFieldProps,
  { tokenInput, field }: Places,
  showMessage: (message: string) => void,
) => {
  const source = useRef<CardSource | null>(null)
  const latest = useRef(props)
  const { entry, amountCents, savesCard } = props
  const { processor } = entry
  const address = entry.processor === 'sandbox' ? entry.field_url : entry.publishable_key

  useEffect(() => {
    latest.current = props
    source.current?.setAmount(amountCents)
  })

  useEffect(() => {
    const place = field.current
    if (!place) return undefined
    let isGone = false
    const onEnter = (): void => {
      if (tokenInput.current?.form) pressPay(tokenInput.current.form, latest.current.payButton)
    }
    const open = async (): Promise<void> => {
      const opened = await openCard(
        place,
        entryOf(processor, address),
        { ...latest.current, savesCard },
        onEnter,
      )
      if (isGone) opened.remove()
      else source.current = opened
    }
    open().catch(() => showMessage(cardMessages.noAnswer))
    return () => {
      isGone = true
      source.current?.remove()
      source.current = null
    }
  }, [processor, address, savesCard, field, tokenInput, showMessage])

  return source
}

/**
 * The processor's card field inside the checkout form. It needs scripts; a submit with a payment waits until a token is
 * in the hidden input `card_token`, and without one the reason is shown.
 */
export const CardField = (props: CardFieldProps) => {
  const tokenInput = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')
  const source = useCardSource(props, { tokenInput, field }, setMessage)
  const { name, value } = props.payButton
  const choiceName = props.choice?.name
  const choiceValue = props.choice?.value

  useEffect(() => {
    const input = tokenInput.current
    if (!input?.form) return undefined
    const payButton = { name, value }
    const card = () => source.current
    const { form } = input
    const isNeeded = () => choiceName === undefined || new FormData(form).get(choiceName) === choiceValue
    return interceptPaySubmits({
      form,
      tokenInput: input,
      payButton,
      source: card,
      isNeeded,
      showMessage: setMessage,
    })
  }, [name, value, choiceName, choiceValue, source])

  return (
    <div>
      <input type="hidden" name="card_token" defaultValue="" ref={tokenInput} />
      <div className={styles.field} ref={field} />
      <p className={styles.message} role="alert">
        {message}
      </p>
    </div>
  )
}
