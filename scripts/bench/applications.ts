/** The manifests of an application as they are often written: a Deployment and the objects that belong to it. */
export function applicationManifests(name: string): string {
  return MANIFESTS.replaceAll('NAME', name);
}

const MANIFESTS = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: NAME
  labels:
    app.kubernetes.io/name: NAME
    app.kubernetes.io/part-of: shop
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: NAME
data:
  log-level: info
  config.yaml: |
    listen: 0.0.0.0:8080
    database: { host: db.shop.svc, port: 5432 }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: NAME
  labels:
    app.kubernetes.io/name: NAME
spec:
  replicas: 3
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 25%
      maxUnavailable: 0
  selector:
    matchLabels:
      app.kubernetes.io/name: NAME
  template:
    metadata:
      labels:
        app.kubernetes.io/name: NAME
      annotations:
        prometheus.io/scrape: "true"
    spec:
      serviceAccountName: NAME
      securityContext:
        runAsNonRoot: true
        fsGroup: 65532
      initContainers:
        - name: migrate
          image: registry.example.com/NAME:1.4.2
          args: [migrate, --wait]
      containers:
        - name: server
          image: registry.example.com/NAME:1.4.2
          args:
            - --config=/etc/NAME/config.yaml
          env:
            - name: POD_NAME
              valueFrom:
                fieldRef:
                  fieldPath: metadata.name
            - name: PASSWORD
              valueFrom:
                secretKeyRef:
                  name: NAME
                  key: password
          ports:
            - name: http
              containerPort: 8080
          readinessProbe:
            httpGet:
              path: /ready
              port: http
            periodSeconds: 5
          livenessProbe:
            httpGet:
              path: /alive
              port: http
            initialDelaySeconds: 10
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              memory: 256Mi
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop: [ALL]
          volumeMounts:
            - name: config
              mountPath: /etc/NAME
              readOnly: true
      volumes:
        - name: config
          configMap:
            name: NAME
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    app.kubernetes.io/name: NAME
---
apiVersion: v1
kind: Service
metadata:
  name: NAME
spec:
  selector:
    app.kubernetes.io/name: NAME
  ports:
    - name: http
      port: 80
      targetPort: http
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: NAME
spec:
  ingressClassName: public
  tls:
    - hosts: [NAME.example.com]
      secretName: NAME-tls
  rules:
    - host: NAME.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: NAME
                port:
                  name: http
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: NAME
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: NAME
  minReplicas: 3
  maxReplicas: 12
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: NAME
rules:
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [get, list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: NAME
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: NAME
subjects:
  - kind: ServiceAccount
    name: NAME
    namespace: shop
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: NAME-cleanup
spec:
  schedule: "15 3 * * *"
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      backoffLimit: 2
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: cleanup
              image: registry.example.com/NAME:1.4.2
              args: [cleanup, --older-than=720h]
`;
