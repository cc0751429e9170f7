import type { DeskOrder } from '../endpoints.ts'
import { listAddress } from '../rules/order-filter.ts'
import { ActionButton, PlainButton } from './parts/action.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import styles from './order-tags.module.css'

interface TagsProps {
  readonly order: Pick<DeskOrder, 'id'>
  readonly tags: readonly { readonly tag: string; readonly by: string; readonly at: string }[]
  /** What was typed before a refusal. */
  readonly entered: string | undefined
}

/** Words of the team on an order, each with who gave it, and the way to take it away. */
export const Tags = ({ order, tags, entered }: TagsProps) => (
  <Section title="Tags">
    {tags.length === 0 ? null : (
      <ul className={styles.tags} aria-label="Tags">
        {tags.map(({ tag, by, at }) => (
          <li key={tag}>
            <a href={listAddress({ tag })}>{tag}</a>
            <span>
              {by}, {dayText(at)}
            </span>
            <form method="post">
              <input type="hidden" name="intent" value="untag" />
              <input type="hidden" name="order" value={order.id} />
              <input type="hidden" name="tag" value={tag} />
              <PlainButton aria-label={`Remove the tag ${tag}`}>Remove</PlainButton>
            </form>
          </li>
        ))}
      </ul>
    )}
    <form method="post" className={styles.add}>
      <input type="hidden" name="intent" value="tag" />
      <input type="hidden" name="order" value={order.id} />
      <EntryRow>
        <Entry
          label="Add a tag"
          name="tag"
          required
          maxLength={24}
          autoComplete="off"
          defaultValue={entered}
          data-desk-key="t"
        />
        <ActionButton>Add</ActionButton>
      </EntryRow>
    </form>
  </Section>
)
