"""Cloth: woven material, and a sewn pouch that falls over what is in it. One unit = 32 mm."""
import numpy as np
from loamset import *

def weave(name, col, scale=30, rough=.92, dark=.55, sheen=.3, slub=.5):
    """Plain weave with `scale` threads for one unit of the map: over and under in two directions, some thicker than others."""
    m = mat(name, col, rough, spec=.18, sheen=sheen); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new; b = nt.nodes['Principled BSDF']
    uv = N('ShaderNodeUVMap'); xyz = N('ShaderNodeSeparateXYZ'); L(uv.outputs[0], xyz.inputs[0])
    wob = N('ShaderNodeTexNoise'); wob.inputs['Scale'].default_value = 3; wob.inputs['Detail'].default_value = 3; L(uv.outputs[0], wob.inputs['Vector'])
    def op(k, a, c=0.0):
        x = N('ShaderNodeMath'); x.operation = k
        for i, q in enumerate((a, c)):
            if isinstance(q, (int, float)): x.inputs[i].default_value = q
            else: L(q, x.inputs[i])
        return x.outputs[0]
    shift = op('MULTIPLY', wob.outputs['Fac'], .05)
    su, sw = (op('SINE', op('MULTIPLY', op('ADD', xyz.outputs[i], shift), scale * math.pi)) for i in (0, 1))
    over = op('GREATER_THAN', op('MULTIPLY', su, sw), 0)
    height = op('ADD', op('MULTIPLY', over, op('ABSOLUTE', su)), op('MULTIPLY', op('SUBTRACT', 1.0, over), op('ABSOLUTE', sw)))
    def threads(stretch):
        st = N('ShaderNodeMapping'); st.inputs['Scale'].default_value = stretch; L(uv.outputs[0], st.inputs['Vector'])
        line = N('ShaderNodeTexNoise'); line.inputs['Scale'].default_value = scale * .7; line.inputs['Detail'].default_value = 2; L(st.outputs[0], line.inputs['Vector'])
        return line.outputs['Fac']
    line = op('MULTIPLY', op('ADD', threads((1, .04, 1)), threads((.04, 1, 1))), .5)
    tint = op('MULTIPLY', op('ADD', op('MULTIPLY', height, 1 - dark), dark), op('ADD', op('MULTIPLY', line, slub * 2), 1 - slub))
    c = N('ShaderNodeVectorMath'); c.operation = 'SCALE'; c.inputs[0].default_value = srgb(col); L(tint, c.inputs['Scale']); L(c.outputs[0], b.inputs['Base Color'])
    bp = N('ShaderNodeBump'); bp.inputs['Strength'].default_value = .6; bp.inputs['Distance'].default_value = .02; L(height, bp.inputs['Height']); L(bp.outputs[0], b.inputs['Normal'])
    return m

def lay_uv(o, fn):
    """A map of the cloth for weave(): fn(index of a vertex) -> (u, v)."""
    layer = o.data.uv_layers.new()
    for p in o.data.polygons:
        for li, vi in zip(p.loop_indices, p.vertices): layer.data[li].uv = fn(vi)

# -------------------------------------------------------------- the pouch
def at(i, j, upper, nu, nv):
    """Index of a point of the pouch; both panels share the side seams and the seam at the bottom."""
    if upper or i in (0, nu) or j == 0: return j * (nu + 1) + i
    return (nv + 1) * (nu + 1) + (j - 1) * (nu - 1) + (i - 1)

def sewn(w, h, nu, nv, high):
    """A pouch that gapes: mouth toward -y, seam toward +y, its lower panel on the ground."""
    def point(i, j, upper):
        u, k = i / nu, j / nv
        f = max(0, math.sin(math.pi * u)) ** .55 * math.sin(math.pi / 2 * min(1, k / .4)) ** .7
        return ((u - .5) * w, h / 2 - k * h, .05 + (f * high if upper else 0))
    v = [point(i, j, True) for j in range(nv + 1) for i in range(nu + 1)] + [point(i, j, False) for j in range(1, nv + 1) for i in range(1, nu)]
    f = []
    for upper in (True, False):
        for j in range(nv):
            for i in range(nu):
                q = [at(a, b, upper, nu, nv) for a, b in ((i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j))]
                q = list(dict.fromkeys(q))
                if len(q) > 2: f.append(q if upper else q[::-1])
    me = bpy.data.meshes.new('pouch'); me.from_pydata(v, [], f); me.update()
    return add(bpy.data.objects.new('pouch', me))

def settle(o, bodies, frames, kept=os.path.join(HERE, 'pouch.npz')):
    """Lets the cloth fall over bodies for a number of frames, once: its shape is kept in a file. Remove that to let it fall again."""
    if os.path.exists(kept): o.data.vertices.foreach_set('co', np.load(kept)['co'].astype(np.float32).ravel())
    else: fall(o, bodies, frames); np.savez_compressed(kept, co=np.array([v.co[:] for v in o.data.vertices], np.float32).round(4))
    o.data.update()
    for b in bodies: bpy.data.objects.remove(b)

def fall(o, bodies, frames):
    ground = mesh('ground', [(-20, -20, 0), (20, -20, 0), (20, 20, 0), (-20, 20, 0)], [(0, 1, 2, 3)])
    for b in (*bodies, ground):
        for m in list(b.modifiers): b.modifiers.remove(m)
        b.modifiers.new('c', 'COLLISION'); b.collision.thickness_outer = .03; b.collision.cloth_friction = 12
    c = o.modifiers.new('cloth', 'CLOTH'); s = c.settings; s.quality = 7; s.mass = .4; s.air_damping = 1.5
    s.tension_stiffness = s.compression_stiffness = 35; s.shear_stiffness = 12; s.bending_stiffness = 3.5; s.bending_damping = 1
    c.collision_settings.distance_min = .025; c.collision_settings.collision_quality = 3
    c.point_cache.frame_end = frames + 1
    for k in range(1, frames + 1): bpy.context.scene.frame_set(k); print('fall', k, flush=True)
    me = bpy.data.meshes.new_from_object(o.evaluated_get(bpy.context.evaluated_depsgraph_get())); o.modifiers.clear(); o.data = me
    bpy.data.objects.remove(ground)

def bead(o, points, size, m, step, lift=0, shape=None):
    """Small blocks in a row along points of an object (teeth, stitches)."""
    box = shape or slab('b', *size, m, min(size) * .3, 2); me = box.data; bpy.data.objects.remove(box)
    left = 0
    for a, b in zip(points, points[1:]):
        d = b - a; l = d.length
        while left < l:
            k = add(bpy.data.objects.new('bead', me)); k.parent = o; k.location = a + d * (left / l) + Vector((0, 0, lift)); k.rotation_euler = d.to_track_quat('X', 'Z').to_euler(); left += step
        left -= l

def finish_pouch(o, w, h, nu, nv, col):
    """Canvas, a tape with brass teeth along both lips of the mouth, a slider with a cord, and stitches."""
    me = o.data; co = [v.co.copy() for v in me.vertices]
    for p in me.polygons: p.use_smooth = True
    me.materials.clear(); me.materials.append(weave('canvas', col, 26)); me.materials.append(mat('tape', '#2E2A22', .85, spec=.2, bump=.3, bump_scale=120))
    grid = {}
    for upper in (False, True):
        for j in range(nv + 1):
            for i in range(nu + 1): grid[at(i, j, upper, nu, nv)] = (i / nu * w, j / nv * h)
    lay_uv(o, lambda k: grid[k])
    for p in me.polygons:
        if sum(grid[k][1] for k in p.vertices) / len(p.vertices) > h * (1 - 4.2 / nv): p.material_index = 1
    brass = mat('brass', '#C7A15A', .3, metal=1)
    for upper in (True, False):
        lip = [co[at(i, nv, upper, nu, nv)] for i in range(2, nu - 1)]
        bead(o, lip, (.034, .10, .05), brass, .062, -.02)
        thread = mat('thread', '#B8AC90', .8)
        if upper:
            for j in (nv - 6, nv - 8): bead(o, [co[at(i, j, True, nu, nv)] for i in range(3, nu - 2)], (.085, .018, .016), thread, .115, .024)
            for i in (3, nu - 3): bead(o, [co[at(i, j, True, nu, nv)] for j in range(3, nv - 8)], (.085, .018, .016), thread, .115, .024)
            bead(o, [co[at(i, 3, True, nu, nv)] for i in range(3, nu - 2)], (.085, .018, .016), thread, .115, .024)
    end = co[at(nu - 1, nv, True, nu, nv)]
    body = slab('slider', .26, .22, .13, brass, .04); body.parent = o; body.location = end + Vector((.02, -.03, -.05)); body.rotation_euler = (0, 0, .2)
    pull = slab('pull', .60, .15, .035, brass, .03); pull.parent = o; pull.location = end + Vector((.30, -.25, -.03)); pull.rotation_euler = (0, .06, -.7)
    s = o.modifiers.new('s', 'SOLIDIFY'); s.thickness = .04; s.offset = 0
    b = o.modifiers.new('b', 'SUBSURF'); b.levels = b.render_levels = 1

def toothbrush(parent):
    """A wooden toothbrush along +x, its head at the far end with bristles up."""
    e = empty('brush'); e.parent = parent
    wood = mat('beech', '#B08A5C', .5, spec=.35, bump=.12, bump_scale=14); v, f = [], []; L, n, k = 5.4, 90, 20
    for i in range(n + 1):
        t = i / n; x = -1.6 + L * t; end = min(1, (t * L / .14)) ** .5 * min(1, ((1 - t) * L / .16)) ** .5
        half = (.165 - .05 * math.exp(-((t - .70) / .09) ** 2) + .02 * math.sin(math.pi * t) + (.03 if t > .80 else 0) * min(1, (t - .80) / .05)) * max(end, .02)
        thick = (.10 - .025 * max(0, t - .6) / .4) * max(end, .05)
        for a in range(k):
            q = 2 * math.pi * a / k; c, s = math.cos(q), math.sin(q)
            v.append((x, half * math.copysign(abs(c) ** .75, c), thick * math.copysign(abs(s) ** .75, s)))
    for i in range(n):
        for a in range(k): f.append((i * k + a, i * k + (a + 1) % k, (i + 1) * k + (a + 1) % k, (i + 1) * k + a))
    mesh('handle', v, f + [tuple(range(k))[::-1], tuple(n * k + a for a in range(k))], wood, auto=60).parent = e
    hair = mat('bristle', '#ECE8DC', .45, spec=.4); rnd = random.Random(8)
    o = lathe('hair', [(.0075, 0), (.0075, .34), (.004, .35), (1e-4, .352)], hair, 6); me = o.data; bpy.data.objects.remove(o)
    for i in range(10):
        for a in (-1, 0, 1):
            if i in (0, 9) and a: continue
            for q in range(16):
                r, w = .036 * math.sqrt(rnd.random()), rnd.random() * 6.283
                b = add(bpy.data.objects.new('hair', me)); b.parent = e; b.location = (2.92 + i * .088 + r * math.cos(w), a * .088 + r * math.sin(w), .06); b.rotation_euler = (rnd.gauss(0, .035), rnd.gauss(0, .035), 0)
    return e
