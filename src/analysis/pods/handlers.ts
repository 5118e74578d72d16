import type { Field } from '../../rule/field.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import type {
  Container,
  LifecycleHandler,
  Probe,
} from '../../server/kubernetes/types.generated.ts';
import type { PodContainer } from './pod-specs.ts';

/** A probe, or a hook of the lifecycle of a container. */
export type Handler = Field<(Probe & LifecycleHandler) | undefined>;

/** The fields of a container that are probes. */
export const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** The hooks of the lifecycle of a container. */
const HOOKS = ['postStart', 'preStop'] as const;

/**
 * The actions of handlers, in the order in which the server looks at them. It validates the first one, and refuses the
 * others.
 */
export const ACTIONS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

/** Reports whether a container may have probes and a lifecycle: it is a container of the pod, or a sidecar. */
export function canBeProbed({ list, isSidecar }: PodContainer): boolean {
  return list === 'containers' || isSidecar;
}

/** The probes of a container, and the hooks of its lifecycle. */
export function handlersOf(container: Field<Container>): readonly Handler[] {
  const lifecycle = container.get('lifecycle');
  const handlers: readonly Handler[] = [
    ...PROBES.map((name) => container.get(name)),
    ...HOOKS.map((name) => lifecycle.get(name)),
  ];
  return handlers.filter(({ value }) => value !== undefined);
}

/** The actions that a handler has. */
export function actionsOf({ value }: Handler): readonly (typeof ACTIONS)[number][] {
  return ACTIONS.filter((action) => value?.[action] !== undefined);
}

/**
 * Reports whether a container has a lifecycle. The server drops `stopSignal` if the feature is disabled, and with it a
 * lifecycle that has nothing else.
 */
export function hasLifecycle(container: Field<Container>, server: Server): boolean {
  const { value } = container.get('lifecycle');
  if (value === undefined) return false;
  const isDropped =
    value.stopSignal !== undefined && hasGate(server, 'ContainerStopSignals', false);
  return !isDropped || HOOKS.some((hook) => value[hook] !== undefined);
}

/** Reports whether the server keeps the `stopSignal` of containers. */
export function keepsStopSignals(server: Server): boolean {
  return hasGate(server, 'ContainerStopSignals', true);
}
