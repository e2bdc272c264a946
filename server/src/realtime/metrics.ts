import { Counter, Gauge } from 'prom-client'

/** What operators see of realtime, for the whole process. Labels are fixed words, never topics or people. */
export const metrics = {
  sockets: new Gauge({ name: 'realtime_sockets', help: 'Open websockets' }),
  channels: new Gauge({ name: 'realtime_channels', help: 'Joined or joining channels' }),
  deliveries: new Counter({ name: 'realtime_deliveries_total', help: 'Messages handed to a subscriber' }),
  slowConsumers: new Counter({
    name: 'realtime_slow_consumers_total',
    help: 'Sockets dropped because they did not read',
  }),
  refusals: new Counter({
    name: 'realtime_refusals_total',
    help: 'Handshakes and joins refused, sockets and channels closed by a limit',
    labelNames: ['reason'],
  }),
  lostNotices: new Counter({
    name: 'realtime_lost_notices_total',
    help: 'Stored messages that could not be fetched after their notice',
  }),
}
