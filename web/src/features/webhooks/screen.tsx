import { BrowserCard } from './browser-card.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointsCard } from './endpoints-card.tsx'

/** Where leads go: the server's webhooks with the proof of each delivery, and the two addresses of this browser. */
export default function WebhooksScreen() {
  return (
    <div className="grid gap-6">
      <EndpointsCard />
      <Deliveries />
      <BrowserCard />
    </div>
  )
}
