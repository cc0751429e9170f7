import type { ContentBlock } from '../rules/content-block.ts'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'
import styles from './diagrams/diagram.module.css'
import { DigestivePath } from './diagrams/digestive-path.tsx'
import { NestedCapsule } from './diagrams/nested-capsule.tsx'
import { SubscriptionCycle } from './diagrams/subscription-cycle.tsx'

interface DiagramProps {
  readonly block: Extract<ContentBlock, { readonly kind: 'diagram' }>
  readonly plans: PlanPrices
}

const drawings = {
  'digestive-path': DigestivePath,
  'nested-capsule': NestedCapsule,
  'subscription-cycle': SubscriptionCycle,
} as const

/** A drawing with numbers, and the list of what they stand for: everything it says is also text. */
export const Diagram = ({ block, plans }: DiagramProps) => {
  const Drawing = drawings[block.drawing]
  return (
    <figure className={styles.diagram}>
      <Drawing label={block.label} />
      <ol className={styles.steps}>
        {block.steps.map((step) => (
          <li key={step.title}>
            <span className={styles.title}>{step.title}</span>
            <span>
              <InlineText text={step.text} plans={plans} />
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
