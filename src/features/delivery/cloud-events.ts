// A module of its own, since the names of a CommonJS package are lost if it is imported dynamically by itself.
export { CloudEvent, HTTP } from 'cloudevents';
