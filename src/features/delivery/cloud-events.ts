// A module of its own, since the names of a CommonJS package are lost where it is imported dynamically by itself.
export { CloudEvent, HTTP } from 'cloudevents';
