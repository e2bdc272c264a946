import { Counter, Gauge } from 'prom-client'

/** Realtime metrics of the whole process. Labels are constants, never topics or users. */
export const metrics = {
  sockets: new Gauge({ name: 'realtime_sockets', help: 'Open websockets' }),
  channels: new Gauge({ name: 'realtime_channels', help: 'Joined or joining channels' }),
  deliveries: new Counter({ name: 'realtime_deliveries_total', help: 'Messages delivered to a subscriber' }),
  slowConsumers: new Counter({
    name: 'realtime_slow_consumers_total',
    help: 'Sockets dropped because they did not read',
  }),
  refusals: new Counter({
    name: 'realtime_refusals_total',
    help: 'Refused handshakes and joins, and sockets and channels closed by a limit',
    labelNames: ['reason'],
  }),
  lostNotices: new Counter({
    name: 'realtime_lost_notices_total',
    help: 'Stored messages that could not be fetched after their notification',
  }),
}
